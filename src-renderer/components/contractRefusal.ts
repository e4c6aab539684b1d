/** Error returned by a crypto-condition module (`{ result: 'error', error }`), as an exception. */
export class ContractRefusal extends Error {
  override readonly name = 'ContractRefusal'
}
