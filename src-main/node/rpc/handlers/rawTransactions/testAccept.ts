import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { asString } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_TESTED_TRANSACTIONS } from '#shared/rpc/methods/rawTransactions.ts'
import type { AdmissionResult } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { computeTxid } from '../../../primitives/index.ts'
import type { Transaction } from '../../../primitives/types.ts'
import { toDisplayHex, yieldToEventLoop } from '../../../util/index.ts'
import { parseHexTransaction } from '../../format/readTransactions.ts'

interface TestAcceptDeps {
  readonly mempool: Pick<Mempool, 'beginTrial' | 'prove' | 'deltasOf'>
}

type Refusal = Exclude<AdmissionResult, { readonly ok: true }>

/** Fee rates are per this number of bytes. */
const RATE_BYTES = 1_000n

/** Returns the reason in Bitcoin Core's form, without komodod's code. */
function rejectReason(refusal: Refusal): string {
  if (refusal.kind === 'missing-inputs') return 'missing-inputs'
  // komodod has no text for inputs that are not standard, and for a nullifier that is used in the mempool.
  return refusal.reason === '' ? 'non-standard inputs or nullifier in mempool' : refusal.reason
}

export function createTestAcceptHandlers({ mempool }: TestAcceptDeps) {
  return defineHandlers({
    async testmempoolaccept({ rawtxs, maxfeerate }, { signal }) {
      if (rawtxs.length < 1 || rawtxs.length > MAX_TESTED_TRANSACTIONS) {
        const message = `Array must contain between 1 and ${MAX_TESTED_TRANSACTIONS} transactions.`
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
      }
      const txs = rawtxs.map((hex) => parseHexTransaction(asString(hex), false))
      const trial = mempool.beginTrial()

      const check = async (tx: Transaction) => {
        // Another thread verifies shielded proofs. What it finds invalid is reported like any other fault.
        const fault = await mempool.prove(tx)
        return fault ?? trial.check(tx, { rejectAbsurdFee: maxfeerate === undefined })
      }
      const describe = async (tx: Transaction) => {
        const txid = toDisplayHex(computeTxid(tx))
        const ids = { txid, wtxid: txid }
        const verdict = await check(tx)
        if (!verdict.ok) return { ...ids, allowed: false, 'reject-reason': rejectReason(verdict) }
        const { size, fee } = verdict.candidate
        if (maxfeerate !== undefined && maxfeerate > 0n && fee * RATE_BYTES > maxfeerate * BigInt(size))
          return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' }
        trial.add(verdict.candidate)
        const changed = fee + mempool.deltasOf(verdict.candidate.txid).fee
        const rate = (changed * RATE_BYTES) / BigInt(size)
        const fees = { base: fee, 'effective-feerate': rate, 'effective-includes': [txid] }
        return { ...ids, allowed: true, vsize: size, fees }
      }
      const rows = []
      for (const tx of txs) {
        rows.push(await describe(tx))
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      return rows
    },
  })
}
