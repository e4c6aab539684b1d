/** What is used here besides the declarations of `mining/solver/webAssembly.d.ts`. */
declare namespace WebAssembly {
  const Memory: new (options: { readonly initial: number }) => Memory
  const Module: new (bytes: Uint8Array) => Module
}
