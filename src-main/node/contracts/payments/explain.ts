import { figuresIn } from '#shared/figures.ts'
import { type Phrase, say } from '#shared/sentences/sentence.ts'
import { ccScript } from '../../script/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { isCc, paysTree } from '../framework/outputRules.ts'
import { decodeOutputData, decodePayee, findPlanData, type OutputData } from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_MARKER_SCRIPT, paymentsPlanTree } from './keys.ts'

const NONE: ReadonlySet<number> = new Set()

export const paymentsExplainer: ContractExplainer<'payments'> = {
  actionOf: (context) => moved(context) ?? described(context),
  markerScripts: [PAYMENTS_MARKER_SCRIPT],
  sentence: (_facts, coins, { say: own }) => own?.(coins) ?? say('payments.unknown'),
  covers: ({ action }, { n }) => action === 'payments-release' && n > 0,
  warnings: ({ action }) => (action === 'payments-plan' || action === 'payments-fund' ? [say('payments.open')] : []),
}

/** Explains the transaction by the data after its first condition. */
function moved({ tx }: ExplainContext): ContractAction<'payments'> | undefined {
  const first = tx.vout[0]
  const data = first && decodeOutputData(first.scriptPubKey)
  if (first === undefined || data === undefined) return undefined
  const plan = ccScript(paymentsPlanTree(data.createTxid))
  const locked = new Set(tx.vout.flatMap((output, n) => (isHeld(output, plan) ? [n] : [])))
  if (!locked.has(0)) return undefined
  const rest = tx.vout.reduce((sum, { value }, n) => (n > 0 && !locked.has(n) ? sum + value : sum), 0n)
  return { ...told(data, first.value, rest), locked }

  function isHeld(output: (typeof tx.vout)[number], script: Uint8Array): boolean {
    return isCc(output) && (paysTree(output, PAYMENTS_GLOBAL_SCRIPT) || paysTree(output, script))
  }
}

function told(data: OutputData, held: bigint, paid: bigint): Pick<ContractAction<'payments'>, 'name' | 'say'> {
  switch (data.func) {
    case 'F':
      return { name: 'payments-fund', say: (coins) => say('payments.funds', { coins: coins(held) }) }
    case 'R':
      return { name: 'payments-release', say: (coins) => say('payments.releases', { coins: coins(paid) }) }
    case 'M':
      return { name: 'payments-merge', say: (coins) => say('payments.merges', { coins: coins(held) }) }
  }
}

/** Explains the transaction by the data in its last output. */
function described({ tx }: ExplainContext): ContractAction<'payments'> | undefined {
  const last = tx.vout.at(-1)
  const payee = last && decodePayee(last.scriptPubKey)
  if (payee) {
    const share = figuresIn('en').whole(payee.allocation)
    return {
      name: 'payments-payee',
      locked: NONE,
      say: () => say('payments.payee', { share }),
    }
  }
  const plan = findPlanData(tx)
  if (plan === undefined || !tx.vout.some((output) => paysTree(output, PAYMENTS_MARKER_SCRIPT))) return undefined
  const payees =
    plan.txids === undefined ? say('phrase.largest') : say('phrase.receivers', { count: String(plan.txids.length) })
  const blocks = figuresIn('en').whole(plan.lockedBlocks)
  const min = BigInt(plan.minRelease) * 100_000_000n
  return {
    ...{ name: 'payments-plan', locked: NONE },
    say: (coins) => say<string | Phrase>('payments.creates', { payees, blocks, least: coins(min) }),
  }
}
