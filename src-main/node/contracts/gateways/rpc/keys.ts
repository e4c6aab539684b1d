import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from '../../framework/rpc/contractGate.ts'
import { externalWif, findBind } from '../index.ts'

interface GatewayKeysDeps extends ContractDeps {
  /** Returns the wallet's private key for an address. @throws RpcError */
  readonly revealKey: (address: string) => { readonly privateKey: Uint8Array; readonly compressed: boolean }
}

/** Handlers of the method that returns a signer's key for the other chain. */
export function createGatewayKeyHandlers(deps: GatewayKeysDeps) {
  const gate = createContractCalls(deps, 'gateways', 'gateways')
  return defineHandlers({
    gatewaysdumpprivkey({ bindtxid, address }) {
      const reads = gate.reads()
      const { privateKey, compressed } = deps.revealKey(address)
      const bind = findBind(readTxid(bindtxid), undefined, reads)
      if (typeof bind === 'string') return failed(bind)
      return { result: 'success', privkey: externalWif(privateKey, compressed, bind) }
    },
  })
}
