/**
 * Readable views: the rows of the tables with addresses, hashes, names and amounts as RPC shows
 * them. Columns that end in `_bytes` are the tables' own, which have indexes.
 */

export interface ReadableView {
  readonly name: string
  readonly about: string
  /** Text after `FROM`, with its conditions. */
  readonly from: string
  /** Expression and comment of each column. */
  readonly columns: Readonly<Record<string, readonly [sql: string, about: string]>>
}

/** Names for the numbers of kinds. They equal the lists of the contracts, which only grow. */
export const KIND_NAMES = {
  tokenEvents: [
    ...['create', 'transfer', 'burn', 'ask', 'bid', 'fillask', 'fillbid', 'cancelask', 'cancelbid', 'lost'],
  ],
  sides: ['ask', 'bid'],
  orderStates: ['open', 'filled', 'cancelled', 'spent'],
  addressTypes: ['key', 'script', 'condition'],
} as const

/** @param first number of the first name */
function nameOfKind(names: readonly string[], column: string, first = 0): string {
  return `(ARRAY[${names.map((name) => `'${name}'`).join(', ')}])[(${column} + ${1 - first})::int]`
}

const TIME = 'time of the block'
const BYTES = 'the same in bytes, for look-ups'

/** Supply as in listsupply: outputs of the first block cannot be spent and do not count. */
const SUPPLY = `coins(b.transparent - coalesce((SELECT g.transparent FROM blocks g WHERE g.height = 0), 0)
  + coalesce((SELECT s.sprout_value + s.sapling_value FROM shielded_blocks s WHERE s.height <= b.height
    ORDER BY s.height DESC LIMIT 1), 0))`

const blocks: ReadableView = {
  name: 'readable_blocks',
  about: 'Blocks of the active chain, as RPC shows them.',
  from: 'blocks b',
  columns: {
    height: ['b.height', 'height'],
    hash: ['hash_text(b.hash)', 'block hash'],
    hash_bytes: ['b.hash', BYTES],
    previous: ['hash_text(b.prev)', 'hash of the block before it'],
    time: ['to_timestamp(b.time)', TIME],
    size: ['b.size', 'serialised size in bytes'],
    transactions: ['b.tx_count', 'number of transactions'],
    issued: ['coins(b.transparent_delta)', 'coins by which the block changed the transparent supply'],
    supply: [SUPPLY, 'coins after the block, shielded ones included, without those of the first block and burned ones'],
    burned: ['coins(b.burned)', 'coins in unspendable outputs after the block'],
  },
}

const transactions: ReadableView = {
  name: 'readable_transactions',
  about: 'Transactions of the active chain, as RPC shows them.',
  from: 'txs t JOIN blocks b ON b.height = t.height',
  columns: {
    txid: ['hash_text(t.txid)', 'transaction id'],
    txid_bytes: ['t.txid', BYTES],
    height: ['t.height', 'height of the block'],
    position: ['t.position', 'position in the block; 0: coinbase'],
    time: ['to_timestamp(b.time)', TIME],
    size: ['length(t.raw)', 'serialised size in bytes'],
    outputs: ['t.outputs', 'number of outputs'],
    hex: ["encode(t.raw, 'hex')", 'serialised transaction'],
  },
}

const outputs: ReadableView = {
  name: 'readable_outputs',
  about: 'Outputs with their spenders, as RPC shows them. Unspendable outputs have no row.',
  from: `txs t JOIN tx_outputs o ON o.id >= t.ordinal AND o.id < t.ordinal + t.outputs AND o.height = t.height
  LEFT JOIN tx_inputs i ON i.output = o.id LEFT JOIN txs s ON s.ordinal = i.tx AND s.height = i.height`,
  columns: {
    txid: ['hash_text(t.txid)', 'id of the transaction'],
    txid_bytes: ['t.txid', BYTES],
    output: ['o.id - t.ordinal', 'index of the output in its transaction'],
    height: ['t.height', 'height of the block'],
    value: ['coins(o.value)', 'value in coins'],
    script: ["encode(o.script, 'hex')", 'scriptPubKey'],
    spent_by: ['hash_text(s.txid)', 'id of the transaction that spends it; NULL: unspent'],
    spent_input: ['i.input', 'index of the spending input'],
    spent_height: ['i.height', 'height of the block that spends it'],
  },
}

const addresses: ReadableView = {
  name: 'readable_addresses',
  about: 'Addresses with their balances, as RPC shows them.',
  from: 'addresses a',
  columns: {
    address: ['address_text(a.type, a.hash)', 'address'],
    address_bytes: ['a.hash', BYTES],
    kind: [nameOfKind(KIND_NAMES.addressTypes, 'a.type', 1), 'key, script or condition'],
    balance: ['coins(a.balance)', 'balance in coins'],
    received: ['coins(a.received)', 'sum of all received coins'],
    transactions: ['a.txs', 'number of transactions'],
    unspent: ['a.utxos', 'number of unspent outputs'],
  },
}

const addressHistory: ReadableView = {
  name: 'readable_address_history',
  about: 'Change of each address by each output and input, as RPC shows them.',
  from: `addresses a JOIN address_deltas d ON d.address = a.id JOIN txs t ON t.ordinal = d.tx AND t.height = d.height
  JOIN blocks b ON b.height = d.height`,
  columns: {
    address: ['address_text(a.type, a.hash)', 'address'],
    address_bytes: ['a.hash', BYTES],
    height: ['d.height', 'height of the block'],
    time: ['to_timestamp(b.time)', TIME],
    txid: ['hash_text(t.txid)', 'id of the transaction'],
    txid_bytes: ['t.txid', BYTES],
    direction: [
      "CASE d.io % 2 WHEN 0 THEN 'in' ELSE 'out' END",
      'in: an output pays the address; out: an input spends',
    ],
    index: ['d.io / 2', 'index of the output or input in its transaction'],
    change: ['coins(d.value)', 'coins; negative for a spend'],
  },
}

const TOKEN_COLUMNS = {
  tokenid: ['hash_text(k.txid)', 'token id'],
  tokenid_bytes: ['k.txid', BYTES],
  name: ['name_text(k.name)', 'name of the token, chosen by its creator'],
} as const

const tokens: ReadableView = {
  name: 'readable_tokens',
  about: 'Creates of tokens, as RPC shows them.',
  from: 'tokens k JOIN blocks b ON b.height = k.height',
  columns: {
    ...TOKEN_COLUMNS,
    description: ['name_text(k.description)', 'description, chosen by the creator'],
    height: ['k.height', 'height of the block'],
    time: ['to_timestamp(b.time)', TIME],
    owner: ["encode(k.owner, 'hex')", 'public key of the creator'],
    supply: ['k.supply', 'created units; 0: a fake'],
    nft: ["encode(k.nft, 'hex')", 'NFT data; NULL: a fungible token'],
  },
}

const tokenHolders: ReadableView = {
  name: 'readable_token_holders',
  about: 'Units of each token by address, as RPC shows them.',
  from: 'token_balances h JOIN tokens k ON k.id = h.token',
  columns: {
    ...TOKEN_COLUMNS,
    address: ['address_text(3, h.holder)', 'address that holds the units'],
    address_bytes: ['h.holder', BYTES],
    units: ['h.value', 'units of the token'],
  },
}

const tokenHistory: ReadableView = {
  name: 'readable_token_history',
  about: 'Events of tokens, as RPC shows them.',
  from: 'token_events e JOIN tokens k ON k.id = e.token JOIN blocks b ON b.height = e.height',
  columns: {
    ...TOKEN_COLUMNS,
    kind: [nameOfKind(KIND_NAMES.tokenEvents, 'e.kind'), `one of: ${KIND_NAMES.tokenEvents.join(', ')}`],
    height: ['e.height', 'height of the block'],
    time: ['to_timestamp(b.time)', TIME],
    txid: ['hash_text(e.txid)', 'id of the transaction'],
    txid_bytes: ['e.txid', BYTES],
    units: ['e.amount', 'units of the token'],
    price: ['coins(e.coins)', 'coins asked, bid or paid; NULL: none'],
    sender: ["encode(e.sender, 'hex')", 'public key of the sender, seller or owner of the order'],
    recipient: ["encode(e.recipient, 'hex')", 'public key of the recipient or buyer'],
  },
}

const orders: ReadableView = {
  name: 'readable_orders',
  about: 'Orders for tokens, as RPC shows them.',
  from: `orders o JOIN tokens k ON k.id = o.token JOIN order_outputs p ON p.id = o.id
  JOIN order_outputs c ON c.id = o.output LEFT JOIN txs s ON s.ordinal = o.ended`,
  columns: {
    ordertxid: ['hash_text(p.txid)', 'id of the transaction that placed the order'],
    ordertxid_bytes: ['p.txid', BYTES],
    ...TOKEN_COLUMNS,
    side: [nameOfKind(KIND_NAMES.sides, 'o.side'), 'ask or bid'],
    state: [nameOfKind(KIND_NAMES.orderStates, 'o.state'), `one of: ${KIND_NAMES.orderStates.join(', ')}`],
    height: ['p.height', 'height of the block that placed it'],
    owner: ["encode(o.owner, 'hex')", 'public key of the owner'],
    units: ['o.units', 'units offered or wanted at first'],
    coins: ['coins(o.coins)', 'coins wanted or offered at first'],
    unitsleft: ['CASE WHEN o.state > 0 THEN 0 WHEN o.side = 0 THEN c.value ELSE c.price END', 'units left'],
    coinsleft: [
      'coins(CASE WHEN o.state > 0 THEN 0 WHEN o.side = 0 THEN c.price ELSE c.value END)',
      'coins for the units left',
    ],
    price: ['coins(o.rate::numeric)', 'coins per unit now'],
    ended_by: ['hash_text(s.txid)', 'id of the transaction that filled or cancelled it; NULL: open'],
  },
}

const trades: ReadableView = {
  name: 'readable_trades',
  about: 'Fills of orders, as RPC shows them.',
  from: `order_events e JOIN tokens k ON k.id = e.token JOIN order_outputs p ON p.id = e.origin
  JOIN orders o ON o.id = e.origin WHERE e.kind = 0`,
  columns: {
    txid: ['hash_text(e.txid)', 'id of the transaction that filled the order'],
    txid_bytes: ['e.txid', BYTES],
    ordertxid: ['hash_text(p.txid)', 'id of the transaction that placed the order'],
    ...TOKEN_COLUMNS,
    side: [nameOfKind(KIND_NAMES.sides, 'o.side'), 'side of the filled order: ask or bid'],
    height: ['e.height', 'height of the block'],
    time: ['to_timestamp(e.time)', TIME],
    units: ['e.units', 'traded units'],
    coins: ['coins(e.coins)', 'paid coins'],
    price: ['coins(e.coins / nullif(e.units, 0)::numeric)', 'coins per unit'],
    party: ["encode(e.party, 'hex')", 'public key that filled the order'],
  },
}

const notarisations: ReadableView = {
  name: 'readable_notarisations',
  about: 'Notarisations as the node found them, as RPC shows them.',
  from: 'notarisations n',
  columns: {
    height: ['n.height', 'notarised height'],
    hash: ['hash_text(n.hash)', 'notarised block'],
    found: ['n.found', 'height of the block with the notarisation'],
    destination: ['hash_text(n.dest_txid)', 'transaction on the chain that notarises'],
    mom: ['hash_text(n.mom)', 'Merkle root of the notarised blocks'],
    depth: ['n.mom_depth', 'number of blocks under the Merkle root'],
  },
}

const faucet: ReadableView = {
  name: 'readable_faucet',
  about: 'Change of the faucet’s pool by each transaction, as RPC shows them.',
  from: 'faucet_changes f JOIN blocks b ON b.height = f.height',
  columns: {
    txid: ['hash_text(f.txid)', 'id of the transaction'],
    height: ['f.height', 'height of the block'],
    time: ['to_timestamp(b.time)', TIME],
    kind: ["CASE WHEN f.claim THEN 'claim' ELSE 'funding' END", 'claim or funding'],
    change: ['coins(f.net)', 'change of the pool in coins; negative for a claim'],
  },
}

export const READABLE_VIEWS: readonly ReadableView[] = [
  ...[blocks, transactions, outputs, addresses, addressHistory, tokens, tokenHolders, tokenHistory, orders, trades],
  ...[notarisations, faucet],
]

export function createViewSql({ name, from, columns }: ReadableView): string {
  const list = Object.entries(columns).map(([column, [sql]]) => `${sql} AS ${column}`)
  return `CREATE VIEW ${name} AS SELECT ${list.join(', ')} FROM ${from}`
}
