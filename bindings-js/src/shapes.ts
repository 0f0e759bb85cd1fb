// What browsers and WebAssembly give, as far as the package's types speak of it: they hold in programs that know no `lib` of the DOM.

/** A compiled WebAssembly module; any object where the program's types know of none. */
export type Module = typeof globalThis extends { WebAssembly: { Module: new (bytes: never) => infer M } } ? M : object;

/** Bytes in memory. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** The handle of a folder, as a browser gives it: a `FileSystemDirectoryHandle`. */
export interface FolderHandle {
  readonly kind: "directory";
  readonly name: string;
  getDirectoryHandle(name: string): Promise<FolderHandle>;
  getFileHandle(name: string): Promise<{ readonly kind: "file"; readonly name: string; getFile(): Promise<File> }>;
}
