import { branchIdAt } from '../../consensus/index.ts'
import type { AdmissionResult } from '../../interfaces.ts'
import { type Transaction, type TxOut, transactionSize } from '../../primitives/index.ts'
import { isUnspendable } from '../../script/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { breathe } from '../../wallet/index.ts'
import { changeOf } from './change.ts'
import { createGather, type ExplainDeps, type Gathered } from './gather.ts'
import { createDescribe, type Described, type Explanation, encodeKey, encodeUnits, ownersOf } from './parts.ts'
import { isSigned } from './signatures.ts'
import { summaryOf } from './summary.ts'
import { tokensOf } from './tokens.ts'
import { MISSING, UNSIGNED, warningsOf } from './warnings.ts'

/** Outputs between two looks at what else there is to do. */
const AT_A_TIME = 200

/** Describes transactions by what the node knows, as `explaintransaction` answers. */
export function createExplainer(deps: ExplainDeps) {
  const gather = createGather(deps)

  return async (tx: Transaction, signal: AbortSignal): Promise<Explanation> => {
    const gathered = gather(tx)
    const pause = async () => {
      await breathe()
      signal.throwIfAborted()
    }
    const describe = createDescribe(ownersOf(deps.wallet), gathered.modules, deps.params.ccEnabled)
    const spent = await inSteps(gathered.spent, (output) => output && describe(output), pause)
    const described = await inSteps(tx.vout, describe, pause)
    const change = changeOf(deps.wallet, gathered, spent, described)
    const standing = await standingOf(deps, gathered, signal)
    const inputs = encodeInputs(gathered, spent)
    const outputs = encodeOutputs(gathered, described, change)
    const facts = {
      txid: toDisplayHex(gathered.txid),
      size: transactionSize(tx),
      coinbase: gathered.coinbase,
      state: gathered.state,
      ...(gathered.confirmations !== undefined && { confirmations: gathered.confirmations }),
      ...standing,
      inputs,
      outputs,
      ...sums(gathered, inputs, outputs),
      module: gathered.modules.module ?? null,
      action: gathered.modules.action ?? null,
      order: gathered.modules.order ?? null,
      tokens: tokensOf(gathered, described),
    }
    const coin = deps.params.name === '' ? 'coins' : deps.params.name
    return { ...facts, summary: summaryOf(facts, coin), warnings: warningsOf(facts, gathered) }
  }
}

async function inSteps<T, R>(items: readonly T[], work: (item: T) => R, pause: () => Promise<void>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length % AT_A_TIME === AT_A_TIME - 1) await pause()
    results.push(work(item))
  }
  return results
}

/** Whether it is signed, and whether this node would take it. */
async function standingOf(
  { params, chain, mempool }: ExplainDeps,
  { tx, state, spent, coinbase }: Gathered,
  signal: AbortSignal,
): Promise<Pick<Explanation, 'complete' | 'refused'>> {
  if (state !== 'unsent') return { complete: true, refused: null }
  const refusal = mempool.refusal(tx)
  if (!refusal) return { complete: true, refused: null }
  const branchId = branchIdAt(chain.upgrades(), chain.tip().height + 1)
  const complete = !coinbase && (await isSigned(tx, spent, { branchId, ccEnabled: params.ccEnabled }, signal))
  return { complete, refused: refusalText(refusal, complete) }
}

function refusalText(refusal: Exclude<AdmissionResult, { readonly ok: true }>, complete: boolean): string {
  if (refusal.kind === 'missing-inputs') return MISSING
  const { reason } = refusal
  if (reason === 'bad-txns-inputs-spent' || reason === 'mempool conflict') {
    return 'It spends coins that another transaction has spent already.'
  }
  if (reason.includes('script-verify-flag')) {
    return complete ? 'The rules of the contract that it uses refuse it.' : UNSIGNED
  }
  return reason === '' ? 'The network’s rules refuse it.' : `The network’s rules refuse it: ${reason}`
}

const encodeInputs = ({ tx, spent, modules }: Gathered, described: readonly (Described | undefined)[]) =>
  spent.map((output, i): Explanation['inputs'][number] => {
    const { hash, index } = tx.vin[i]!.prevout
    const place = { txid: toDisplayHex(hash), vout: index }
    const known = described[i]
    if (!output || !known) return { ...place, address: null, amount: null, type: null, owner: 'unknown' }
    const { address, type, owner, pubkey } = known
    return {
      ...place,
      address,
      amount: output.value,
      type,
      owner,
      ...encodeKey(pubkey),
      ...encodeUnits(modules.inputs[i]),
    }
  })

const encodeOutputs = ({ tx, modules }: Gathered, described: readonly Described[], change: ReadonlySet<number>) =>
  described.map(({ address, type, owner, pubkey }, n): Explanation['outputs'][number] => {
    const output = tx.vout[n]!
    return {
      ...{ n, address, amount: output.value, type, owner },
      change: change.has(n),
      role: roleOf(output, n, { type, owner }, modules, change),
      ...encodeKey(pubkey),
      ...encodeUnits(modules.outputs[n]),
    }
  })

function roleOf(
  { scriptPubKey }: TxOut,
  n: number,
  { type, owner }: Pick<Described, 'type' | 'owner'>,
  modules: Gathered['modules'],
  change: ReadonlySet<number>,
): Explanation['outputs'][number]['role'] {
  if (type === 'nulldata' || isUnspendable(scriptPubKey)) return 'data'
  if (modules.outputs[n]) return 'token'
  if (modules.markers.has(n)) return 'marker'
  if (owner === 'contract' || type === 'cryptocondition') return 'contract'
  return change.has(n) ? 'change' : 'payment'
}

/** What the inputs hold is paid + kept + change + fee, exactly. */
function sums({ tx, coinbase }: Gathered, inputs: Explanation['inputs'], outputs: Explanation['outputs']) {
  let spent: bigint | null = coinbase ? null : 0n
  let spentown = 0n
  for (const { amount, owner } of inputs) {
    spent = spent === null || amount === null ? null : spent + amount
    if (owner === 'own' || owner === 'imported') spentown += amount ?? 0n
  }
  const total = { paid: 0n, kept: 0n, change: 0n }
  for (const output of outputs)
    total[output.change ? 'change' : output.owner === 'own' ? 'kept' : 'paid'] += output.amount
  const shielded = tx.valueBalance !== 0n || tx.joinSplits.length > 0
  const fee = spent === null || shielded ? null : spent - total.paid - total.kept - total.change
  const feerate = fee === null ? null : (fee * 1000n) / BigInt(transactionSize(tx))
  return { spent, spentown, ...total, fee, feerate }
}
