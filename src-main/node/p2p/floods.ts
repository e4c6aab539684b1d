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
  'A syncing node requests the entries after its last answer, plus one request for each block that we announce.'
const RARE = 'Nodes send a few per connection, if any: the allowance covers 500 at once and 25 per second.'

export const FLOOD_COSTS = {
  announcement: {
    units: 1,
    why: 'Each transaction is announced once, at the rate at which transactions arrive.',
  },
  /** in addition to the cost of each announcement */
  blockAnnouncement: { units: 4, why: 'Nodes announce tips, one per block: 4,000 at once, 200 per second.' },
  ping: { units: 200, why: 'Nodes ping every two minutes, and when their user requests a ping: 100 at once.' },
  unmatchedPong: { units: 40, why: 'Nodes send one per ping.' },
  addressMessage: {
    units: 200,
    why: 'An answer to getaddr is three messages; in addition, nodes relay an address every ten seconds.',
  },
  getaddr: { units: 200, why: 'Nodes ask once per connection.' },
  mempool: { units: 2_000, why: 'Nodes never ask; wallets do when they connect or load a filter.' },
  /** per header or block hash in a reply to getheaders or getblocks that contains nothing new for the peer */
  repeatedEntry: { units: 3, why: SYNCING },
  missingTransaction: {
    units: 1,
    why: 'Nodes request what was announced to them, which can be fetched for 15 minutes: few requests come later.',
  },
  unknownBlock: { units: 10, why: 'Nodes request blocks whose header they received from us.' },
  /** per unrequested header */
  unaskedHeader: { units: 2, why: 'Nodes send headers as an answer only: we never request announcements by header.' },
  unaskedBlock: {
    units: 100,
    why: 'Nodes send blocks when requested. A slow peer delivers at most 16 blocks that other peers have delivered before.',
  },
  unaskedTransaction: {
    units: 20,
    why: 'Nodes announce first. Wallets that do not announce send only their own transactions: 1,000 at once, 50 per second.',
  },
  reject: { units: 2, why: 'Nodes send at most one per transaction or block that we sent.' },
  notFound: { units: 1, why: 'Nodes send one entry per transaction that we requested after they announced it.' },
  filter: { units: 40, why: 'Wallets send one when they connect, and for new keys.' },
  /** message with a wrong checksum, an undecodable payload, or an unhandled type */
  uselessMessage: { units: 40, why: RARE },
} as const satisfies Record<string, FloodCost>

export type FloodKind = keyof typeof FLOOD_COSTS
