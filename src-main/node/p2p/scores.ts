import { SCRIPT_FAILURE } from '../mempool/index.ts'

/** Misbehavior score (ban score) of a fault, with the reason why no honest node commits it. */
export interface Score {
  readonly points: number
  readonly why: string
}

/**
 * Faults that add to a peer's ban score (p2p.md §6). The question for each row is: would an honest komodod node relay
 * this? An unlisted rule costs nothing.
 *
 * Not listed, and why:
 * - Faults in a block whose header has a valid proof of work on its branch and commits to the block's transactions:
 *   inputs, scripts, crypto-conditions, modules, coinbase, expiry. A node that relays such a block follows other rules,
 *   which is not an attack. Banning its honest relayers would leave this node alone on its own chain. A score would not
 *   protect it either: such a block costs its sender the proof of work of a block, and us as much as checking a valid
 *   one. The peer stays connected. Its branch is marked and not downloaded further, and the state `other-branch`
 *   reports it if it has more work than ours.
 * - Descendants of a rejected block (`bad-prevblk`), and the rejected block again (`duplicate`): nodes on that branch
 *   relay them. After `invalidateblock` every peer does.
 * - A different block 1 than ours (header without a reason): nodes that started with that block relay it; `other-chain`
 *   reports it.
 * - Headers ahead of our clock (`time-too-new`): either clock may be wrong.
 * - A block with an unknown parent: requested by its announcement, it may arrive before the headers below it.
 * - Transaction rules that depend on the height of our tip: form, expiry, locks of coinbases. Nodes a block ahead or
 *   behind relay such transactions.
 * - Transactions with a failing crypto-condition: conditions can be read differently, and a module's answer depends on
 *   a node's current chain and mempool. Signatures for another upgrade's branch id fail too: see
 *   mempool/scriptCheck.ts.
 * - Anchors and nullifiers: a node on another tip has others. Which keys a private chain allows to pay transparently
 *   depends on the tip's time.
 * - A branch that conflicts with a notarised block: its nodes may not have seen the notarisation yet.
 * - Policy (fees, standardness, conflicts): each node sets its own.
 */
export const MESSAGE_SCORES = {
  secondVersion: { points: 1, why: 'A node sends its version once.' },
  beforeVersion: { points: 1, why: 'A node sends nothing else before its version message.' },
  otherLibrary: { points: 1, why: '`events` is sent on chains of the library gamescc, which are not supported here.' },
  oversized: { points: 20, why: 'Senders split at 1000 addresses, 50000 inventory entries and 160 headers.' },
  unlinkedHeaders: {
    points: 20,
    why: 'Headers are sent from one active chain, under one lock: each is the next one’s parent.',
  },
  bloomAbuse: {
    points: 100,
    why: 'Nodes load no filters at all; wallets that load filters respect the size limits and use nodes that offer the service.',
  },
  /** in addition to the rule’s own points, for a block rejected before it is stored */
  refusedBlock: { points: 1, why: 'The rules of BLOCK_SCORES are checked before a block is relayed.' },
} as const satisfies Record<string, Score>

const POW =
  'Checked before a header is relayed, against the header and its branch only; violating the rule costs no work.'

/** Rules of a header, alone and on its branch. In a `headers` message each costs HEADER_POINTS, whatever the rule. */
export const HEADER_SCORES: Readonly<Record<string, Score>> = {
  'version-too-low': { points: 100, why: POW },
  'bad-diffbits': { points: 100, why: `${POW} Chains with an unsupported difficulty rule are not run.` },
  'checkpoint mismatch': { points: 100, why: 'Every node of a live chain has the same blocks built in.' },
  'high-hash': {
    points: 50,
    why: 'Only connected blocks are relayed, and the hash of this block misses its claimed target.',
  },
  'invalid-solution': { points: 100, why: POW },
  'time-too-old': { points: 0, why: 'The median of the previous 11 blocks is the same for all nodes.' },
}
export const HEADER_POINTS = 1

const BODY = 'The transactions do not match the header: such blocks can be made from any valid header without work.'

/** Rules of a block's structure, checked before it is stored, in addition to HEADER_SCORES. */
export const BLOCK_SCORES: Readonly<Record<string, Score>> = {
  'bad-txnmrklroot': { points: 100, why: BODY },
  'bad-txns-duplicate': { points: 100, why: BODY },
  'bad-blk-length': {
    points: 100,
    why: 'No node stores a block over the limit of its height, or one without transactions.',
  },
  'bad-cb-missing': { points: 100, why: 'No node stores a block that does not begin with a coinbase.' },
  'bad-cb-multiple': { points: 100, why: 'No node stores a block with two coinbases.' },
}

const ALONE =
  'A rule of the transaction alone, the same at every height: no node accepts the transaction into its mempool.'
const AMOUNTS =
  'Coins are identified by the hash of their transaction: every node that has the coins sees the same amounts.'

const PROOFS =
  'The result for a proof or signature is the same on every tip: each form with proofs or signatures belongs to one upgrade only.'

/** Rules of a transaction that do not depend on the tip. */
export const TRANSACTION_SCORES: Readonly<Record<string, Score>> = {
  'bad-txns-version-too-low': { points: 100, why: ALONE },
  'bad-tx-overwinter-version-too-low': { points: 100, why: ALONE },
  'bad-tx-version-group-id': { points: 100, why: ALONE },
  'bad-tx-expiry-height-too-high': { points: 100, why: ALONE },
  'bad-txns-vin-empty': { points: 10, why: ALONE },
  'bad-txns-vout-empty': { points: 10, why: ALONE },
  'bad-txns-oversize': {
    points: 100,
    why: 'No upgrade allows more than 200000 bytes; the smaller limit of old chains costs nothing.',
  },
  'bad-txns-vout-negative': { points: 100, why: ALONE },
  'bad-txns-vout-toolarge': { points: 100, why: ALONE },
  'bad-txns-opret-too-big': { points: 100, why: ALONE },
  'bad-txns-txouttotal-toolarge': { points: 100, why: ALONE },
  'bad-txns-valuebalance-nonzero': { points: 100, why: ALONE },
  'bad-txns-acpublic-chain': { points: 100, why: `${ALONE} The chain’s magic depends on this option.` },
  'bad-txns-sprout-expired': { points: 100, why: 'All nodes have rejected JoinSplits since February 2019.' },
  'bad-txns-joinsplit-encoding': { points: 100, why: ALONE },
  'bad-txns-valuebalance-toolarge': { points: 100, why: ALONE },
  'bad-txns-txintotal-toolarge': { points: 100, why: ALONE },
  'bad-txns-vpub_old-negative': { points: 100, why: ALONE },
  'bad-txns-vpub_new-negative': { points: 100, why: ALONE },
  'bad-txns-vpub_old-toolarge': { points: 100, why: ALONE },
  'bad-txns-vpub_new-toolarge': { points: 100, why: ALONE },
  'bad-txns-vpubs-both-nonzero': { points: 100, why: ALONE },
  'bad-joinsplits-nullifiers-duplicate': { points: 100, why: ALONE },
  'bad-spend-description-nullifiers-duplicate': { points: 100, why: ALONE },
  'bad-cb-has-joinsplits': { points: 100, why: ALONE },
  'bad-cb-has-spend-description': { points: 100, why: ALONE },
  'bad-cb-has-output-description': { points: 100, why: ALONE },
  'bad-txns-joinsplit-verification-failed': { points: 100, why: PROOFS },
  'bad-txns-invalid-joinsplit-signature': { points: 100, why: PROOFS },
  'bad-txns-sapling-spend-description-invalid': { points: 100, why: PROOFS },
  'bad-txns-sapling-output-description-invalid': { points: 100, why: PROOFS },
  'bad-txns-sapling-binding-signature-invalid': { points: 100, why: PROOFS },
  'bad-txns-actxpow-chain': { points: 100, why: `${ALONE} The chain’s magic depends on this option.` },
  'bad-txns-inputs-duplicate': { points: 100, why: ALONE },
  'bad-cb-length': { points: 100, why: ALONE },
  'bad-txns-prevout-null': { points: 10, why: ALONE },
  coinbase: { points: 100, why: 'A coinbase is relayed in its block only.' },
  'tx valueout is too big': { points: 100, why: ALONE },
  'bad-txns-inputvalues-outofrange': { points: 100, why: AMOUNTS },
  'bad-txns-in-belowout': { points: 100, why: AMOUNTS },
  'bad-txns-fee-outofrange': { points: 100, why: AMOUNTS },
  [SCRIPT_FAILURE]: { points: 100, why: 'The result for scripts without crypto-conditions is the same on every tip.' },
}

export interface RejectedItem {
  readonly reason: string
  /** the rule's own score; 0 if the sender is not at fault */
  readonly score: number
}

/** Returns the ban score for a verdict: 0 unless its rule is listed. */
export function banScoreFor(table: Readonly<Record<string, Score>>, { reason, score }: RejectedItem): number {
  // Some reasons end with details in parentheses.
  const rule = reason.split(' (')[0]!
  return Object.hasOwn(table, rule) ? Math.min(score, table[rule]!.points) : 0
}
