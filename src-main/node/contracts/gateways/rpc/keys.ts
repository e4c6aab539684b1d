import type { Handlers } from '#shared/rpc/index.ts'
import { externalWif, findBind } from '../index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { revealKey } from '../../../wallet/rpc/keys.ts'
import { type ContractDeps, createContractGate, readTxid } from '../../framework/rpc/contractGate.ts'
import { failed } from '../../framework/rpc/moduleGate.ts'

interface Deps extends ContractDeps {
  readonly wallet: Wallet | undefined
}

/** The key with which a signer signs on the other chain. */
export function createGatewayKeyHandlers(deps: Deps): Pick<Handlers, 'gatewaysdumpprivkey'> {
  const gate = createContractGate(deps, 'gateways', 'gateways')
  return {
    gatewaysdumpprivkey({ bindtxid, address }) {
      const reads = gate.reads()
      const { privateKey, compressed } = revealKey(deps.wallet, address)
      const bind = findBind(readTxid(bindtxid), undefined, reads)
      if (typeof bind === 'string') return failed(bind)
      return { result: 'success', privkey: externalWif(privateKey, compressed, bind) }
    },
  }
}
