/** The part of WebAssembly used here; Node's types lack it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  interface Global {
    readonly value: unknown
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
