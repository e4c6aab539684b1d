/** Declarations used here in addition to those of `mining/solver/webAssembly.d.ts`. */
declare namespace WebAssembly {
  const Memory: new (options: { readonly initial: number }) => Memory
  const Module: new (bytes: Uint8Array) => Module
}
