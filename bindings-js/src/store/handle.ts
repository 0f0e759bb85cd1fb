// The open file of a store, as its host provides it.

/** Exactly the shape of a browser's `FileSystemSyncAccessHandle`. */
export interface FileHandle {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(newSize: number): void;
  flush(): void;
  close(): void;
}

/** A handle that releases a lock when it is closed. */
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
