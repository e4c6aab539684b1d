import type { Handlers, MethodResult } from '#shared/rpc/index.ts'
import { KEYS_WITHOUT_RULES } from '../../../modules/index.ts'
import { type ContractDeps, createContractGate } from './contractGate.ts'

type Names = 'FSMaddress' | 'FSMinfo' | 'FSMlist' | 'auctionaddress' | 'lottoaddress'

/** Contracts without rules: what is locked with one stays there, so there are addresses to see and no more (other-evals.md §4). */
export function createWithoutRulesHandlers(deps: ContractDeps): Pick<Handlers, Names> {
  const { fsm, auction, lotto } = KEYS_WITHOUT_RULES
  const machines = createContractGate(deps, 'fsm', 'state machines')
  const auctions = createContractGate(deps, 'auction', 'auctions')
  const lotteries = createContractGate(deps, 'lotto', 'lotteries')
  const nothing = () => {
    machines.reads()
    return ''
  }

  return {
    FSMaddress: ({ pubkey }) => machines.addresses('FSM', fsm, pubkey) as MethodResult<'FSMaddress'>,
    FSMlist: nothing,
    FSMinfo: nothing,
    auctionaddress: ({ pubkey }) => auctions.addresses('Auction', auction, pubkey) as MethodResult<'auctionaddress'>,
    lottoaddress: ({ pubkey }) => lotteries.addresses('Lotto', lotto, pubkey) as MethodResult<'lottoaddress'>,
  }
}
