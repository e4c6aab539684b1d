/** A refusal of a crypto-condition module (`{ result: 'error', error }`) as an exception. */
export class ModuleRefusal extends Error {
  override readonly name = 'ModuleRefusal'
}
