import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import type { Transaction } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import { parsePlanName, planName } from '../framework/planName.ts'
import { readSignedWhole } from '../framework/readSignedWhole.ts'
import {
  type BuiltContract,
  type ContractDeps,
  createContractCalls,
  failed,
  failure,
  readTxid,
} from '../framework/rpc/contractGate.ts'
import {
  buildDiceBet,
  buildDiceFinish,
  buildDiceFunding,
  buildDicePlan,
  DICE_KEY,
  dicePlanAt,
  findDiceData,
  findPool,
  listDicePlans,
  readDiceAmount,
  readDiceTerms,
} from './index.ts'

/** RPC handlers of dice (dice.md §5). */
export function createDiceHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'dice', 'dice')

  /** Returns the transaction that spends a bet's stake, in the mempool or the chain. */
  function findSettlement(betTxid: Uint8Array): Transaction | undefined {
    const stake = { hash: betTxid, index: 1 }
    const waiting = deps.mempool.spender(stake)
    if (waiting) return waiting.entry.tx
    const spend = deps.chain.spend(stake)
    return spend && deps.chain.transaction(spend.txid)?.tx
  }

  function getBetStatus(betTxid: Uint8Array): MethodResult<'dicestatus'> {
    const bet = gate.reads().view.transaction(betTxid)?.tx
    const [, stake, tag] = bet?.vout ?? []
    if (bet === undefined || !stake || !tag || findDiceData(bet)?.func !== 'B')
      return failed('couldnt find bettx or entropytx')
    const end = findSettlement(betTxid)
    if (end === undefined) return { result: 'success', status: 'bet still pending' }
    const paid = end.vout[2]
    const isWin = paid !== undefined && paid.value > 0n && equal(paid.scriptPubKey, tag.scriptPubKey)
    return isWin ? { result: 'success', status: 'win', won: paid.value } : { result: 'success', status: 'loss' }
  }

  return defineHandlers({
    dicefund: (terms): BuiltContract =>
      gate.build((context) => {
        const { plan, funds } = readDiceTerms(terms)
        return buildDicePlan(plan, funds, context)
      }),
    diceaddfunds: ({ name, fundingtxid, amount }) =>
      gate.build((context) => {
        const request = { name, fundingTxid: readTxid(fundingtxid), amount: readDiceAmount(name, amount) }
        return buildDiceFunding(request, context)
      }),
    dicebet: ({ name, fundingtxid, amount, odds }) =>
      gate.build((context) => {
        const request = { name, fundingTxid: readTxid(fundingtxid), amount: readDiceAmount(name, amount) }
        return buildDiceBet({ ...request, odds: readSignedWhole(odds, 'odds') }, context)
      }),
    dicefinish({ name, fundingtxid, bettxid }) {
      let funcid: 'W' | 'L' | 'T' = 'L'
      const built = gate.build((context) => {
        const request = { name, fundingTxid: readTxid(fundingtxid), betTxid: readTxid(bettxid) }
        const { tx, func } = buildDiceFinish(request, context)
        funcid = func
        return tx
      })
      return 'hex' in built ? { ...built, funcid } : built
    },
    dicestatus({ name, fundingtxid, bettxid }) {
      const reads = gate.reads()
      try {
        const plan = dicePlanAt(readTxid(fundingtxid), parsePlanName(name), reads)
        if (plan === undefined) return failed('Diceinit error in status, is your transaction confirmed?')
        const betTxid = readTxid(bettxid ?? '')
        if (betTxid.some((byte) => byte !== 0)) return getBetStatus(betTxid)
        return equal(plan.dealerScript, p2pkScript(reads.pubkey))
          ? { result: 'success', status: 'no pending bets' }
          : failed('Diceinit error in status, non-dealer must provide bettxid')
      } catch (error) {
        return failure(error)
      }
    },
    dicelist: () => listDicePlans(gate.reads()).map((txid) => toDisplayHex(txid)) as MethodResult<'dicelist'>,
    diceinfo({ fundingtxid }) {
      const reads = gate.reads()
      const txid = readTxid(fundingtxid)
      const found = reads.view.transaction(txid)
      if (found === undefined) return failed('cant find fundingtxid')
      const terms = findDiceData(found.tx)
      if (terms?.func !== 'F') return failed('fundingtxid isnt dice creation txid')
      const plan = dicePlanAt(txid, undefined, reads)
      const { funds, entropy } = plan ? findPool(plan, reads) : { funds: 0n, entropy: [] }
      return {
        result: 'success',
        fundingtxid: toDisplayHex(txid),
        name: new TextDecoder().decode(planName(terms.sbits)),
        sbits: terms.sbits,
        minbet: formatAmount(terms.minBet),
        maxbet: formatAmount(terms.maxBet),
        maxodds: terms.maxOdds,
        timeoutblocks: terms.timeoutBlocks,
        funding: formatAmount(funds),
        entropytxs: entropy.length,
      } as MethodResult<'diceinfo'>
    },
    diceaddress: ({ pubkey }) => gate.addresses('Dice', DICE_KEY.publicKey, pubkey) as MethodResult<'diceaddress'>,
  })
}
