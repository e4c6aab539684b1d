import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { type Block, isCoinbase, parseBlock, parseTransaction, type Transaction } from '../primitives/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex, toDisplayHex, toHex } from '../util/index.ts'
import {
  beginBlock,
  checkCoinbaseUnshielded,
  checkNullifiers,
  checkSaplingAllowed,
  checkShieldedIn,
  checkShieldedOut,
  createShielded,
  EMPTY_FRONTIER,
  extractEffects,
  type Frontier,
  isPhgr13Encoding,
  type NoteTree,
  poolDeltas,
  readJoinSplit,
  readOutput,
  readSpend,
  type ShieldedVerdict,
  type ShieldedView,
  shieldedValue,
  type ValueRules,
} from './index.ts'

interface Recorded {
  readonly name: string
  readonly rpc?: string
  readonly code?: number
  readonly message?: string
  readonly result?: string | null
  readonly connected?: boolean
  readonly anchor?: string
  readonly hex?: string
  readonly json?: Readonly<Record<'vjoinsplit' | 'vShieldedSpend' | 'vShieldedOutput', readonly ShownDescription[]>>
}

type ShownDescription = Readonly<Record<string, number | string | readonly string[]>>

const recorded = vectorLines<Recorded>('shielded/reference.jsonl').filter(({ hex }) => hex !== undefined)
const { trees, verify } = createShielded({ random: systemRandom() })
/** Recorded amounts are either far above or far below this. */
const MAX_MONEY = 10n ** 17n
const SPROUT_END = 1_550_188_800

/** Applies the rules of shielded.md §11 A that this folder implements, in their order. */
function contextFree(tx: Transaction, rules: ValueRules): ShieldedVerdict {
  const transparentOut = tx.vout.reduce((sum, { value }) => sum + value, 0n)
  const checks = [
    () => checkSaplingAllowed(tx, rules),
    () => checkShieldedOut(tx, rules, transparentOut),
    () => checkShieldedIn(tx, rules),
    () => checkNullifiers(extractEffects(tx)),
    () => (isCoinbase(tx) ? checkCoinbaseUnshielded(tx) : ({ ok: true } as const)),
  ]
  for (const check of checks) {
    const verdict = check()
    if (!verdict.ok) return verdict
  }
  return { ok: true }
}

const hasFalseLead = (tx: Transaction): boolean =>
  !tx.overwintered && !tx.joinSplits.every((raw) => isPhgr13Encoding(readJoinSplit(raw).proof))

/** Replies of the reference that other layers give, or that depend on its state. */
const OTHERS = /requirements-not-met|in-belowout|-empty$|overwinter-expired|acpriva|output-description-invalid/

describe('transactions sent to the reference', () => {
  const offered = recorded.filter(({ rpc }) => rpc === 'sendrawtransaction')
  it.each(offered.map((entry) => [entry.name, entry] as const))(
    'get the recorded verdict: %s',
    (name, { hex, message, code, result }) => {
      const tx = parseTransaction(fromHex(hex!))
      expect(hasFalseLead(tx)).toBe(code === -22)
      if (code === -22) return
      const rules = {
        maxMoney: MAX_MONEY,
        publicOnly: name.includes('ac_public=1'),
        sproutEnded: /^(ac_sapling|JoinSplit, tip time)/.test(name),
      }
      const verdict = contextFree(tx, rules)
      const reason = verdict.ok ? (verify([{ tx, branchId: 0x76b809bb }])?.refusal.reason ?? '') : verdict.reason
      const expected = result === 'accepted' ? '' : message!.replace(/^1[68]: /, '')
      if (reason !== expected) expect(expected).toMatch(OTHERS)
      else expect(reason).toBe(expected)
    },
  )

  it('move the recorded values between the pools', () => {
    for (const { hex } of offered) {
      const tx = parseTransaction(fromHex(hex!))
      const { sprout, sapling } = poolDeltas(tx)
      const value = shieldedValue(tx)
      expect(sprout + sapling).toBe(value.out - value.in)
    }
  })
})

/** Replays the recorded blocks of one chain, for their shielded parts only. */
function createChain() {
  const nullifiers = new Set<string>()
  const anchors = new Map<string, Frontier>()
  const emptyTree = (pool: 'sprout' | 'sapling'): NoteTree => ({
    frontier: EMPTY_FRONTIER,
    root: trees[pool].emptyRoot(trees[pool].depth),
  })
  let tip = { sprout: emptyTree('sprout'), sapling: emptyTree('sapling') }
  let time = 0
  const view: ShieldedView = {
    hasNullifier: (_, nullifier) => nullifiers.has(toHex(nullifier)),
    isSaplingAnchor: () => false,
    sproutTree: (root) => anchors.get(toHex(root)),
  }
  const submit = (block: Block): string | null => {
    const txs = block.txs.slice(1)
    const sproutEnded = Math.max(time, block.header.time) >= SPROUT_END
    for (const tx of txs) {
      const verdict = contextFree(tx, { maxMoney: MAX_MONEY, publicOnly: false, sproutEnded })
      if (!verdict.ok) return verdict.reason
    }
    const fault = verify(txs.map((tx) => ({ tx, branchId: 0 })))
    if (fault) return fault.refusal.kind
    const open = beginBlock(trees, view, tip)
    for (const tx of txs) {
      const verdict = open.connect(extractEffects(tx))
      if (!verdict.ok) return verdict.reason
    }
    const { sprout, sapling } = open.changes()
    for (const nullifier of sprout.nullifiers) nullifiers.add(toHex(nullifier))
    if (sprout.rootChanged) anchors.set(toHex(sprout.tree.root), sprout.tree.frontier)
    tip = { sprout: sprout.tree, sapling: sapling.tree }
    time = block.header.time
    return null
  }
  return { submit, sproutRoot: () => toDisplayHex(tip.sprout.root) }
}

describe('blocks submitted to the reference', () => {
  it.each([
    ['times in 2019', (name: string) => name.startsWith('block:')],
    ['times in 2014', (name: string) => name.endsWith('four JoinSplits, all fine') && name.startsWith('(')],
  ])('get the recorded verdicts and anchors: %s', (_, chosen) => {
    const chain = createChain()
    for (const entry of recorded.filter(({ rpc, name }) => rpc === 'submitblock' && chosen(name))) {
      const block = parseBlock(fromHex(entry.hex!))
      expect([entry.name, block.txs.some(hasFalseLead)]).toEqual([entry.name, entry.code === -22])
      if (entry.code === -22 || entry.result === 'bad-txns-in-belowout') continue
      expect([entry.name, chain.submit(block)]).toEqual([entry.name, entry.result])
      if (entry.connected) expect(chain.sproutRoot()).toBe(entry.anchor)
    }
  })
})

/** Formats a description as the reference does: 32 bytes reversed, other lengths unchanged. */
function shown(description: object): Record<string, unknown> {
  const text = (bytes: Uint8Array) => (bytes.length === 32 ? toDisplayHex(bytes) : toHex(bytes))
  const value = (field: unknown): unknown => {
    if (Array.isArray(field)) return field.map(value)
    return field instanceof Uint8Array ? text(field) : Number(field)
  }
  return Object.fromEntries(Object.entries(description).map(([name, field]) => [name, value(field)]))
}

describe('transactions decoded by the reference', () => {
  const decoded = recorded.filter(({ name, json }) => name.startsWith('decoderawtransaction') && json)
  it.each(decoded.map((entry) => [entry.name, entry] as const))(
    'decode to the recorded shielded fields: %s',
    (_, { hex, json }) => {
      const tx = parseTransaction(fromHex(hex!))
      const sproutFields = ({ vpubOld, vpubNew, ephemeralKey, ...others }: ReturnType<typeof readJoinSplit>) =>
        shown({ vpub_oldZat: vpubOld, vpub_newZat: vpubNew, onetimePubKey: ephemeralKey, ...others })
      const theirs = json!.vjoinsplit.map(({ vpub_old: _old, vpub_new: _new, ...fields }) => fields)
      expect(tx.joinSplits.map((raw) => sproutFields(readJoinSplit(raw)))).toEqual(theirs)
      expect(tx.shieldedSpends.map((raw) => shown(readSpend(raw)))).toEqual(json!.vShieldedSpend ?? [])
      expect(tx.shieldedOutputs.map((raw) => shown(readOutput(raw)))).toEqual(json!.vShieldedOutput ?? [])
    },
  )
})
