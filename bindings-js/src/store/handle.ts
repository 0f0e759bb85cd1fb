// The open file of a store, as its host provides it.

/** An open file, with the interface of a browser's `FileSystemSyncAccessHandle`. */
export interface FileHandle {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(newSize: number): void;
  flush(): void;
  close(): void;
}

/** Wraps a handle so that closing it also calls `release`. */
export function withRelease(handle: FileHandle, release: () => void): FileHandle {
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
