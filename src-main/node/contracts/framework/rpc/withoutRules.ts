import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { KEYS_WITHOUT_RULES } from '../refusedCodes.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from './contractGate.ts'

/**
 * Handlers of the contracts without rules. Their outputs stay locked, so there are only address methods (other-evals.md
 * §4).
 */
export function createWithoutRulesHandlers(deps: ContractDeps) {
  const { fsm, auction, lotto } = KEYS_WITHOUT_RULES
  const machines = createContractCalls(deps, 'fsm', 'state machines')
  const orders = createContractCalls(deps, 'assets', 'token orders')
  const auctions = createContractCalls(deps, 'auction', 'auctions')
  const lotteries = createContractCalls(deps, 'lotto', 'lotteries')
  const nothing = () => {
    machines.reads()
    return ''
  }

  return defineHandlers({
    FSMaddress: ({ pubkey }) => machines.addresses('FSM', fsm, pubkey) as MethodResult<'FSMaddress'>,
    FSMcreate() {
      machines.reads()
      return { error: 'couldnt create FSM transaction' }
    },
    FSMlist: nothing,
    FSMinfo: nothing,
    auctionaddress: ({ pubkey }) => auctions.addresses('Auction', auction, pubkey) as MethodResult<'auctionaddress'>,
    lottoaddress: ({ pubkey }) => lotteries.addresses('Lotto', lotto, pubkey) as MethodResult<'lottoaddress'>,
    tokenconvert({ tokenid, amount }) {
      orders.reads()
      if (readTxid(tokenid).every((byte) => byte === 0)) return failed('invalid tokenid')
      return failed(/^\s*\+?0*[1-9]/.test(amount) ? 'deprecated' : 'amount must be positive')
    },
  })
}
