import { NumberLiteral } from '#shared/json.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import type { Transaction } from '../../primitives/index.ts'
import { ccScript, findScriptAddress } from '../../script/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from '../framework/rpc/contractGate.ts'
import {
  type BuiltRelease,
  buildPaymentsFund,
  buildPaymentsMerge,
  buildPaymentsPayee,
  buildPaymentsPlan,
  buildPaymentsRelease,
  countNotes,
  decodePayee,
  findPlanData,
  listPaymentsPlans,
  PAYMENTS_GLOBAL_SCRIPT,
  PAYMENTS_KEY,
  paymentsFunds,
  paymentsPlanTree,
  readRequest,
  requestLength,
} from './index.ts'

/**
 * Errors of a release that occur after its receivers are known. Such replies start with the number of receivers'
 * scripts.
 */
const AFTER_RECEIVERS: ReadonlySet<string> = new Set([
  'invalid txidoprets[i]',
  'totalallocations mismatch',
  'too many oprets',
  'value too small, try releasing a larger amount, or use skipminimum flag',
  'couldnt find enough locked funds',
])

const coins = (satoshis: bigint): NumberLiteral => new NumberLiteral(formatAmount(satoshis))
const addressText = (script: Uint8Array): string => findScriptAddress(script, { cc: true }) ?? ''

/** RPC handlers of payments (payments.md §4). */
export function createPaymentsHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'payments', 'payments')
  const build = (make: (context: ContractContext) => Transaction) => ({ ...gate.buildNamed(make) })
  const refused = (error: string) => ({ ...failed(error) })

  return defineHandlers({
    paymentstxidopret({ request }) {
      const built = build((context) => buildPaymentsPayee(request, context))
      const wrong = 'error' in built && built.error === 'parameters error'
      return wrong ? { ...built, n: requestLength(request) } : built
    },
    paymentscreate({ request }) {
      const built = build((context) => buildPaymentsPlan(request, context))
      const many = 'error' in built && built.error === 'too many opreturns'
      return many ? { ...built, numoprets: countNotes(request, gate.reads().view) } : built
    },
    paymentsfund: ({ request }) => build((context) => buildPaymentsFund(request, context)),
    paymentsrelease({ request }) {
      let release: BuiltRelease | undefined
      const built = build((context) => {
        release = buildPaymentsRelease(request, context)
        return release.tx
      })
      const known = release !== undefined || ('error' in built && AFTER_RECEIVERS.has(built.error))
      const numoprets = known ? { numoprets: countNotes(request, gate.reads().view) } : {}
      const amounts = release && { amount: release.amount, newamount: release.paid }
      return { ...numoprets, ...amounts, ...built } as MethodResult<'paymentsrelease'>
    },
    paymentsmerge: ({ request }) => build((context) => buildPaymentsMerge(request, context)),
    paymentsairdrop() {
      gate.reads()
      return refused('cannot use airdrop wihtout -ac_snapshot set.')
    },
    paymentsairdroptokens() {
      gate.reads()
      return refused('tokens airdrop not yet impmlemented')
    },
    paymentslist: () => ({
      result: 'success',
      createtxids: listPaymentsPlans(gate.reads()).map((txid) => toDisplayHex(txid)),
    }),
    paymentsinfo({ request }) {
      const reads = gate.reads()
      let txid: Uint8Array
      try {
        txid = readTxid(String(readRequest(request, 1, 1)[0]))
      } catch (error) {
        if (error instanceof BuildError) return refused(error.message)
        throw error
      }
      const created = reads.view.transaction(txid)?.tx
      if (created === undefined) return refused('couldnt find valid payments create txid')
      const plan = findPlanData(created)
      if (plan?.txids === undefined) return refused('couldnt decode valid payments create txid opreturn')
      const payees = plan.txids.map((id) => {
        const last = reads.view.transaction(id)?.tx.vout.at(-1)
        const payee = last && decodePayee(last.scriptPubKey)
        const note = payee?.opReturn.length ? { opreturn: toHex(payee.opReturn) } : {}
        return { txid: toDisplayHex(id), ...(payee && { scriptPubKey: toHex(payee.scriptPubKey), ...note }) }
      })
      const funds = paymentsFunds(txid, plan, reads)
      return {
        plan_type: 'payments',
        lockedblocks: plan.lockedBlocks,
        totalallocations: plan.total,
        minrelease: plan.minRelease,
        numoprets: payees.filter((payee) => 'opreturn' in payee).length,
        txidoprets: payees,
        [addressText(ccScript(paymentsPlanTree(txid)))]: coins(funds.own),
        utxos: funds.globalOutputs,
        [addressText(PAYMENTS_GLOBAL_SCRIPT)]: coins(funds.global),
        totalfunds: coins(funds.own + funds.global),
        elegiblefunds: coins(funds.eligible),
        min_release_height: reads.view.tip().height + (funds.blocks ?? 0),
        result: 'success',
      }
    },
    paymentsaddress: ({ pubkey }) =>
      gate.addresses('Payments', PAYMENTS_KEY.publicKey, pubkey) as MethodResult<'paymentsaddress'>,
  })
}
