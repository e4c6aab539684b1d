/**
 * Costs of messages that are useless to this node. Each cost is deducted from the sender's allowance, which recovers
 * with time. A peer that exceeds its allowance is disconnected (`message flood`); whitelisted peers have no limit.
 * Unlike ban scores, a cost does not mean that a single message is wrong. Honest nodes send such messages too, at a
 * rate far below the allowance.
 */

/**
 * Allowance of a new connection and its maximum, in units: announcements of the transactions that fit into the blocks
 * of a minute. Nodes announce transactions as they arrive, at most 1,000 per message. A message of 50,000 is a reply to
 * `mempool`, which this node never requests.
 */
export const MAX_ALLOWANCE = 20_000
/**
 * Units that the allowance recovers per second: three times the transactions that fit into a chain's blocks (4 MB of
 * 250 bytes in a minute).
 */
export const ALLOWANCE_PER_SECOND = 1_000

export interface FloodCost {
  readonly units: number
  /** reason why no honest node exceeds the allowance */
  readonly why: string
}

const SYNCING =
  'A node that syncs asks for what follows its last answer, and once more for each block that we announce.'
const RARE = 'Nodes send a few per connection, if any: the allowance bears 500 at once and 25 per second.'

export const FLOOD_COSTS = {
  announcement: {
    units: 1,
    why: 'Each is announced once, at the pace at which transactions come.',
  },
  /** in addition to the cost of each announcement */
  blockAnnouncement: { units: 4, why: 'Nodes announce tips, one per block: 4,000 at once, 200 per second.' },
  ping: { units: 200, why: 'Nodes ping every two minutes, and at the command of their user: 100 at once.' },
  unmatchedPong: { units: 40, why: 'Nodes send one per ping.' },
  addressMessage: {
    units: 200,
    why: 'An answer to getaddr is three messages; besides, nodes hand on an address every ten seconds.',
  },
  getaddr: { units: 200, why: 'Nodes ask once per connection.' },
  mempool: { units: 2_000, why: 'Nodes never ask; wallets do when they connect or load a filter.' },
  /** per header or block hash in a reply to getheaders or getblocks that contains nothing new for the peer */
  repeatedEntry: { units: 3, why: SYNCING },
  missingTransaction: {
    units: 1,
    why: 'Nodes ask for what was announced to them, which can be fetched for 15 minutes: few come later.',
  },
  unknownBlock: { units: 10, why: 'Nodes ask for blocks whose header they got from us.' },
  /** per unrequested header */
  unaskedHeader: { units: 2, why: 'Nodes send headers as an answer only: we never ask for announcements by header.' },
  unaskedBlock: {
    units: 100,
    why: 'Nodes send blocks when asked. One that was too slow brings at most 16 that others have brought before.',
  },
  unaskedTransaction: {
    units: 20,
    why: 'Nodes announce first. Wallets that do not send their own only: 1,000 at once, 50 per second.',
  },
  reject: { units: 2, why: 'Nodes send at most one per transaction or block that we sent.' },
  notFound: { units: 1, why: 'Nodes send one entry per transaction that we asked for, which they announced.' },
  filter: { units: 40, why: 'Wallets send one when they connect, and for new keys.' },
  /** message with a wrong checksum, an undecodable payload, or an unhandled type */
  uselessMessage: { units: 40, why: RARE },
} as const satisfies Record<string, FloodCost>

export type FloodKind = keyof typeof FLOOD_COSTS
