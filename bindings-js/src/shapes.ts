// Types of browsers and of WebAssembly that the package's types use, so that they also hold in programs without the `lib` of the DOM.

/** A compiled WebAssembly module; any object if the program's types have none. */
export type Module = typeof globalThis extends { WebAssembly: { Module: new (bytes: never) => infer M } } ? M : object;

/** Bytes in memory. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** The handle of a folder in a browser: a `FileSystemDirectoryHandle`. */
export interface FolderHandle {
  readonly kind: "directory";
  readonly name: string;
  getDirectoryHandle(name: string): Promise<FolderHandle>;
  getFileHandle(name: string): Promise<{ readonly kind: "file"; readonly name: string; getFile(): Promise<File> }>;
}
