/** Thrown where a crypto-condition module's refusal (`{ result: 'error', error }`) takes the way of an error. */
export class ModuleRefusal extends Error {
  override readonly name = 'ModuleRefusal'
}
