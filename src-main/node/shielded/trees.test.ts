import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { parseBlock } from '../primitives/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { DecodeError, equal, fromHex, toDisplayHex, toHex } from '../util/index.ts'
import {
  appendLeaf,
  beginBlock,
  checkFinalSaplingRoot,
  checkNullifiers,
  createShielded,
  EMPTY_FRONTIER,
  EMPTY_ROOTS,
  extractEffects,
  type Frontier,
  growTree,
  meetsRequirements,
  type NoteTree,
  parseFrontier,
  type ShieldedEffects,
  type ShieldedPool,
  type ShieldedView,
  serializeFrontier,
  type TreeKind,
  treeRoot,
  treeSize,
} from './index.ts'
import { jsonVector } from './testing/vectors.ts'

const shielded = createShielded({ random: systemRandom() })
const { trees } = shielded
const POOLS = ['sprout', 'sapling'] as const

interface TreeVector {
  readonly emptyRoots: readonly string[]
  readonly commitments: readonly string[]
  readonly rootsDepth4: readonly string[]
  readonly roots: readonly string[]
  readonly serialised: readonly string[]
}
const vectors = jsonVector<
  Record<ShieldedPool, TreeVector> & {
    pedersen: { depth: number; left: string; right: string; hash: string }[]
    badSerialisations: { hex: string; why: string }[]
    saplingTreeAfter419201: { serialised: string; root: string; size: number }
  }
>('merkle')

describe.each(POOLS)('note commitment tree (%s)', (pool) => {
  const kind = trees[pool]
  const vector = vectors[pool]
  const shallow: TreeKind = { ...kind, depth: 4 }

  it('gives the known empty roots', () => {
    expect(vector.emptyRoots.map((_, height) => toHex(kind.emptyRoot(height)))).toEqual(vector.emptyRoots)
    expect(treeRoot(kind, EMPTY_FRONTIER)).toEqual(kind.emptyRoot(kind.depth))
    expect(Object.values(EMPTY_ROOTS).filter((root) => equal(root, kind.emptyRoot(kind.depth)))).toHaveLength(1)
  })

  it('grows like the tree of the reference', () => {
    let frontier: Frontier = EMPTY_FRONTIER
    for (const [i, leaf] of vector.commitments.entries()) {
      frontier = appendLeaf(kind, frontier, fromHex(leaf))
      expect(toHex(treeRoot(kind, frontier))).toBe(vector.roots[i])
      expect(toHex(treeRoot(shallow, frontier))).toBe(vector.rootsDepth4[i])
      expect(toHex(serializeFrontier(frontier))).toBe(vector.serialised[i])
      expect(parseFrontier(kind, fromHex(vector.serialised[i]!))).toEqual(frontier)
      expect(treeSize(frontier)).toBe(i + 1)
    }
  })

  it('accepts leaves until it is full, and then throws', () => {
    const full = vector.commitments.reduce((tree, leaf) => appendLeaf(shallow, tree, fromHex(leaf)), EMPTY_FRONTIER)
    expect(() => appendLeaf(shallow, full, fromHex(vector.commitments[0]!))).toThrow(RangeError)
  })
})

describe('serialised frontiers', () => {
  it('parse to the same frontier, also when empty', () => {
    expect(toHex(serializeFrontier(EMPTY_FRONTIER))).toBe('000000')
    expect(parseFrontier(trees.sapling, fromHex('000000'))).toEqual(EMPTY_FRONTIER)
    // Written by another program, which pads with empty parents; the reference would reject this encoding.
    const { serialised, root, size } = vectors.saplingTreeAfter419201
    expect(() => parseFrontier(trees.sapling, fromHex(serialised))).toThrow(DecodeError)
    const frontier = parseFrontier(trees.sapling, fromHex(serialised.replace(/1f(0001.{64})(00)+$/, '02$1')))
    expect([toHex(treeRoot(trees.sapling, frontier)), treeSize(frontier)]).toEqual([root, size])
  })

  const node = '11'.repeat(32)
  it.each([
    ...vectors.badSerialisations.map(({ hex, why }): [string, string] => [why, hex]),
    ['too many parents', `01${node}0020${`01${node}`.repeat(32)}`],
    ['a mark that is neither', '020000'],
    ['too short', `01${node}`],
    ['more behind it', '00000000'],
  ])('throw DecodeError if malformed: %s', (_, hex) => {
    expect(() => parseFrontier(trees.sapling, fromHex(hex))).toThrow(DecodeError)
  })
})

it('Sapling tree hashes nodes as the reference does', () => {
  for (const { depth, left, right, hash } of vectors.pedersen) {
    expect(toHex(trees.sapling.combine(depth, fromHex(left), fromHex(right)))).toBe(hash)
  }
})

const emptyTree = (pool: ShieldedPool): NoteTree => ({
  frontier: EMPTY_FRONTIER,
  root: trees[pool].emptyRoot(trees[pool].depth),
})
const NOTHING: ShieldedView = {
  hasNullifier: () => false,
  isSaplingAnchor: () => true,
  sproutTree: () => EMPTY_FRONTIER,
}

interface BlockVector {
  readonly height: number
  readonly branch: string
  readonly headerRootField: string
  readonly sproutRootAfter?: string
  readonly saplingRootAfter?: string
  readonly hex: string
}

describe('effects of Zcash blocks', () => {
  it('require anchors in the view, and no known nullifier', () => {
    const spends = [{ anchor: new Uint8Array(32), nullifier: new Uint8Array(32) }]
    const effects = { spends, outputs: [], joinSplits: [] }
    expect(meetsRequirements(trees, NOTHING, effects)).toBe(true)
    expect(meetsRequirements(trees, { ...NOTHING, isSaplingAnchor: () => false }, effects)).toBe(false)
    expect(meetsRequirements(trees, { ...NOTHING, hasNullifier: () => true }, effects)).toBe(false)
  })

  it('result in the roots of the block headers', () => {
    let sapling = emptyTree('sapling')
    for (const vector of vectorLines<BlockVector>('shielded/blocks.jsonl')) {
      const block = parseBlock(fromHex(vector.hex))
      const branchId = Number.parseInt(vector.branch, 16)
      expect(shielded.verify(block.txs.map((tx) => ({ tx, branchId })))).toBeUndefined()
      const open = beginBlock(trees, NOTHING, { sprout: emptyTree('sprout'), sapling })
      for (const tx of block.txs) expect(open.connect(extractEffects(tx)).ok).toBe(true)
      const changes = open.changes()
      if (vector.sproutRootAfter) expect(toDisplayHex(changes.sprout.tree.root)).toBe(vector.sproutRootAfter)
      if (!vector.saplingRootAfter) continue
      sapling = changes.sapling.tree
      expect(checkFinalSaplingRoot(block.header.finalSaplingRoot, sapling.root)).toEqual({ ok: true })
      expect(checkFinalSaplingRoot(block.header.prevHash, sapling.root)).toMatchObject({
        reason: 'bad-sapling-root-in-block',
      })
    }
  })
})

interface StateStep {
  readonly do: 'connect' | 'disconnect'
  readonly txs: readonly {
    readonly spends: readonly { readonly anchor: string; readonly nf: string }[]
    readonly outputs: readonly string[]
    readonly joinsplits: readonly { readonly anchor: string; readonly nf: string[]; readonly cm: string[] }[]
  }[]
  readonly expect?: string
  readonly saplingRoot?: string
  readonly sproutRoot?: string
}

const effectsOfVector = ({ spends, outputs, joinsplits }: StateStep['txs'][number]): ShieldedEffects => ({
  spends: spends.map(({ anchor, nf }) => ({ anchor: fromHex(anchor), nullifier: fromHex(nf) })),
  outputs: outputs.map(fromHex),
  joinSplits: joinsplits.map(({ anchor, nf, cm }) => ({
    anchor: fromHex(anchor),
    nullifiers: nf.map(fromHex),
    commitments: cm.map(fromHex),
  })),
})

/** Creates a storage in memory that only removes disconnected data. */
function createMemory() {
  const nullifiers = { sprout: new Set<string>(), sapling: new Set<string>() }
  const anchors = { sprout: new Map<string, Frontier>(), sapling: new Map<string, Frontier>() }
  let tip = { sprout: emptyTree('sprout'), sapling: emptyTree('sapling') }
  const undo: (() => void)[] = []
  const view: ShieldedView = {
    hasNullifier: (pool, nullifier) => nullifiers[pool].has(toHex(nullifier)),
    isSaplingAnchor: (root) => anchors.sapling.has(toHex(root)),
    sproutTree: (root) => anchors.sprout.get(toHex(root)),
  }
  const connect = (txs: StateStep['txs']): string => {
    const all = txs.map(effectsOfVector)
    for (const effects of all) {
      const verdict = checkNullifiers(effects)
      if (!verdict.ok) return verdict.reason
    }
    const open = beginBlock(trees, view, tip)
    for (const effects of all) {
      const verdict = open.connect(effects)
      if (!verdict.ok) return verdict.reason
    }
    const changes = open.changes()
    const before = tip
    tip = { sprout: changes.sprout.tree, sapling: changes.sapling.tree }
    for (const pool of POOLS) {
      for (const nullifier of changes[pool].nullifiers) nullifiers[pool].add(toHex(nullifier))
      if (changes[pool].rootChanged) anchors[pool].set(toHex(tip[pool].root), tip[pool].frontier)
    }
    undo.push(() => {
      for (const pool of POOLS) {
        for (const nullifier of changes[pool].nullifiers) nullifiers[pool].delete(toHex(nullifier))
        if (changes[pool].rootChanged) anchors[pool].delete(toHex(tip[pool].root))
      }
      tip = before
    })
    return 'ok'
  }
  return { connect, disconnect: () => undo.pop()!(), root: (pool: ShieldedPool) => toHex(tip[pool].root) }
}

describe('anchors and nullifiers', () => {
  const scenarios = vectorLines<{ name: string; steps: StateStep[] }>('shielded/state.jsonl')
  it.each(scenarios.map(({ name, steps }) => [name, steps] as const))('get the recorded results: %s', (_, steps) => {
    const memory = createMemory()
    for (const step of steps) {
      if (step.do === 'connect') expect(memory.connect(step.txs)).toBe(step.expect ?? 'ok')
      else memory.disconnect()
      if (step.saplingRoot) expect(memory.root('sapling')).toBe(step.saplingRoot)
      if (step.sproutRoot) expect(memory.root('sprout')).toBe(step.sproutRoot)
    }
  })
})

describe('commitments that equal empty leaves', () => {
  const leaf = (byte: number) => new Uint8Array(32).fill(byte)
  let notes = 0
  const joinSplit = (
    anchor: Uint8Array,
    ...commitments: readonly Uint8Array[]
  ): ShieldedEffects['joinSplits'][number] => ({
    ...{ anchor, commitments },
    nullifiers: [leaf(100 + notes++), leaf(150 + notes++)],
  })
  const holding = (...joinSplits: ShieldedEffects['joinSplits']): ShieldedEffects => ({
    spends: [],
    outputs: [],
    joinSplits,
  })
  const before = growTree(trees.sprout, emptyTree('sprout'), [leaf(1), leaf(2)])
  const view: ShieldedView = { ...NOTHING, sproutTree: () => before.frontier }

  it('get dropped with their block if its root is unchanged', () => {
    const open = beginBlock(trees, view, { sprout: before, sapling: emptyTree('sapling') })
    expect(open.connect(holding(joinSplit(before.root, leaf(0), leaf(0)))).ok).toBe(true)
    const { sprout } = open.changes()
    expect(sprout).toMatchObject({ rootChanged: false, tree: before })
    expect(sprout.nullifiers).toHaveLength(2)
  })

  it('stay in the tree if other commitments of the block change the root', () => {
    const open = beginBlock(trees, view, { sprout: before, sapling: emptyTree('sapling') })
    open.connect(holding(joinSplit(before.root, leaf(0), leaf(0)), joinSplit(before.root, leaf(0), leaf(3))))
    const leaves = [leaf(0), leaf(0), leaf(0), leaf(3)]
    expect(open.changes().sprout).toMatchObject({ rootChanged: true, tree: growTree(trees.sprout, before, leaves) })
  })

  it('leave the first tree of a root as anchor within a transaction', () => {
    const first = growTree(trees.sprout, before, [leaf(3), leaf(4)])
    const second = growTree(trees.sprout, first, [leaf(0), leaf(0)])
    expect(second.root).toEqual(first.root)
    const on = (tree: NoteTree) => growTree(trees.sprout, tree, [leaf(5), leaf(6)]).root
    const chain = (last: Uint8Array) =>
      holding(
        joinSplit(before.root, leaf(3), leaf(4)),
        joinSplit(first.root, leaf(0), leaf(0)),
        joinSplit(first.root, leaf(5), leaf(6)),
        joinSplit(last, leaf(7), leaf(8)),
      )
    const known: ShieldedView = {
      ...NOTHING,
      sproutTree: (root) => (equal(root, before.root) ? before.frontier : undefined),
    }
    expect(meetsRequirements(trees, known, chain(on(first)))).toBe(true)
    expect(meetsRequirements(trees, known, chain(on(second)))).toBe(false)
  })
})
