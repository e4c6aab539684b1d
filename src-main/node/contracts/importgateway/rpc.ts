import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from '../framework/rpc/contractGate.ts'
import { IMPORT_GATEWAY_KEY } from './keys.ts'

/**
 * Handlers of import gateways on chains that import no coins. This program runs no other chains (importgateway.md §5).
 */
export function createImportGatewayHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'importgateway', 'import gateways')
  const only = (name: string) => (): never => {
    throw new RpcError(RPC_ERROR.MISC, `${name} only works on -ac_import chains`)
  }
  const nothing = () => {
    gate.reads()
    return ''
  }
  return defineHandlers({
    // Misspelt as in the reference.
    importgatewayddress: ({ pubkey }) =>
      gate.addresses('ImportGateway', IMPORT_GATEWAY_KEY.publicKey, pubkey) as MethodResult<'importgatewayddress'>,
    // The text names this method in the reference.
    importgatewayinfo: only('importgatewaybind'),
    importgatewaybind: only('importgatewaybind'),
    importgatewaydeposit: only('importgatewaydeposit'),
    importgatewaywithdraw: only('importgatewaywithdraw'),
    importgatewaypartialsign: only('importgatewayspartialsign'),
    importgatewaycompletesigning: only('importgatewaycompletesigning'),
    importgatewaymarkdone({ completesigningtx }) {
      const id = readTxid(completesigningtx)
      const found = gate.reads().view.transaction(id)
      const what = found ? 'cannot decode completesigning tx opret' : 'invalid completesigning txid'
      return failed(`${what} ${toDisplayHex(id)}`)
    },
    importgatewaypendingwithdraws: nothing,
    importgatewayprocessed: nothing,
  })
}
