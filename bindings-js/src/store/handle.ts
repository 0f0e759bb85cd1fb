// The file that a store is kept in, as its host holds it open.

/** Exactly the shape of a browser's `FileSystemSyncAccessHandle`. */
export interface FileHandle {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(newSize: number): void;
  flush(): void;
  close(): void;
}

/** A handle whose closing gives a lock back. */
export function releasing(handle: FileHandle, release: () => void): FileHandle {
  return {
    ...handle,
    close: () => {
      try {
        handle.close();
      } finally {
        release();
      }
    },
  };
}
