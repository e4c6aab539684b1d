/** Comments on the tables and views of the schema, which clients such as psql show (`\d+`). */

interface TableComment {
  readonly about: string
  readonly columns: Readonly<Record<string, string>>
}

const HEIGHT = 'height of the block'
const TX = 'transaction: txs.ordinal'
const TOKEN = 'token: tokens.id'
const TXID = 'id of the transaction; hash_text() shows it as RPC does'
const SPENT_BY = 'transaction that spends it: txs.ordinal; NULL: unspent'
const OUTPUT = 'output: ordinal of its transaction plus its index'

export const TABLE_COMMENTS: Readonly<Record<string, TableComment>> = {
  schema_version: { about: 'Version of the schema.', columns: { version: 'number of the last migration' } },
  published: {
    about: 'One row: the chain and the last published block. All tables are as of this block.',
    columns: {
      one: 'always true',
      chain: 'name of the chain',
      magic: 'magic number of the chain',
      genesis: 'hash of the first block',
      settings: 'JSON of the options that replies depend on',
      height: 'height of the published block; -1: none',
      hash: 'hash of the published block',
      next_ordinal: 'ordinal of the next transaction',
      chain_work: 'work of the chain up to the published block',
      chain_txs: 'number of transactions up to the published block',
      indexed: 'false during the first load: indexes are missing and queries are slow',
    },
  },
  blocks: {
    about: 'Blocks of the active chain.',
    columns: {
      height: 'height',
      hash: 'block hash; hash_text() shows it as RPC does',
      prev: 'hash of the block before it',
      time: 'Unix time in seconds',
      bits: 'compact target of the proof of work',
      version: 'version of the header',
      size: 'serialised size in bytes',
      tx_count: 'number of transactions',
      first_tx: 'transaction number of the coinbase: txs.ordinal',
      chain_work: 'work of the chain up to this block',
      chain_txs: 'number of transactions up to this block',
      transparent_delta: 'change of the transparent supply by this block in satoshis',
      transparent: 'transparent supply after this block in satoshis',
      burned_delta: 'satoshis that this block adds to unspendable outputs',
      burned: 'satoshis in unspendable outputs after this block',
      header: 'serialised header',
      apart: 'transactions of the first block, which are not in txs',
    },
  },
  shielded_blocks: {
    about: 'Blocks with shielded parts: note commitment trees and value pools after them.',
    columns: {
      height: HEIGHT,
      sprout_root: 'root of the Sprout note commitment tree',
      sprout_frontier: 'frontier of the Sprout tree',
      sprout_delta: 'change of the Sprout pool in satoshis',
      sprout_value: 'value of the Sprout pool in satoshis',
      sapling_root: 'root of the Sapling note commitment tree',
      sapling_frontier: 'frontier of the Sapling tree',
      sapling_delta: 'change of the Sapling pool in satoshis',
      sapling_value: 'value of the Sapling pool in satoshis',
    },
  },
  notarisations: {
    about: 'Notarisations as the node found them. Rows stay when their block is disconnected, as on the node.',
    columns: {
      position: 'running number',
      found: 'height of the block with the notarisation',
      height: 'notarised height',
      hash: 'notarised block',
      dest_txid: 'transaction on the chain that notarises',
      mom: 'Merkle root of the notarised blocks',
      mom_depth: 'number of blocks under the Merkle root',
    },
  },
  txs: {
    about: 'Transactions of the active chain.',
    columns: {
      ordinal: 'transaction number: running number of its first output in the chain',
      txid: TXID,
      height: HEIGHT,
      position: 'position in the block; 0: coinbase',
      version: 'version of the transaction',
      outputs: 'number of outputs',
      raw: 'serialised transaction',
    },
  },
  tx_outputs: {
    about: 'Outputs, without those that can never be spent.',
    columns: { id: OUTPUT, height: HEIGHT, value: 'satoshis', script: 'scriptPubKey' },
  },
  tx_inputs: {
    about: 'Spends of outputs.',
    columns: {
      output: 'spent output: tx_outputs.id',
      height: 'height of the spending block',
      tx: 'spending transaction: txs.ordinal',
      input: 'index of the input',
    },
  },
  addresses: {
    about: 'Addresses with their totals.',
    columns: {
      id: 'id of the first output that pays the address',
      type: '1 key hash, 2 script hash, 3 condition',
      hash: 'hash of 20 bytes; address_text(type, hash) shows the address',
      balance: 'balance in satoshis',
      received: 'sum of all received satoshis',
      deltas: 'number of rows in address_deltas',
      txs: 'number of transactions',
      utxos: 'number of unspent outputs',
      zeros: 'number of unspent outputs without value',
    },
  },
  address_deltas: {
    about: 'Change of an address by each output and input.',
    columns: {
      address: 'address: addresses.id',
      tx: TX,
      io: '2 x index of the output, or 2 x index of the input + 1',
      value: 'satoshis; negative for a spend',
      height: HEIGHT,
    },
  },
  address_unspent: {
    about: 'Unspent outputs by address.',
    columns: { address: 'address: addresses.id', output: 'output: tx_outputs.id', value: 'satoshis' },
  },
  tokens: {
    about: 'Creates of tokens.',
    columns: {
      id: 'transaction number of the create: txs.ordinal',
      txid: 'token id; hash_text() shows it as RPC does',
      height: HEIGHT,
      owner: 'public key of the creator',
      name: 'name in bytes, chosen by the creator; name_text() shows it',
      description: 'description in bytes, chosen by the creator',
      nft: 'NFT data; NULL: a fungible token',
      nft_code: 'first byte of the NFT data',
      supply: 'created units; 0: a fake',
    },
  },
  token_markers: {
    about: 'Outputs by which tokens are listed.',
    columns: { txid: TXID, vout: 'index of the output', token: TOKEN, spent_by: SPENT_BY },
  },
  token_old_markers: {
    about: 'Markers of the older form, which list a token even if they are spent.',
    columns: { token: TOKEN, vout: 'index of the output' },
  },
  token_outputs: {
    about: 'Outputs that hold tokens.',
    columns: {
      id: OUTPUT,
      tx: TX,
      token: TOKEN,
      holder: 'hash of the address; address_text(3, holder) shows it',
      owners: 'public keys of the owners, 33 bytes each',
      value: 'units',
      spent_by: SPENT_BY,
    },
  },
  token_balances: {
    about: 'Units of each token by address.',
    columns: {
      token: TOKEN,
      holder: 'hash of the address; address_text(3, holder) shows it',
      value: 'units',
      outputs: 'number of unspent outputs',
    },
  },
  token_events: {
    about: 'History of tokens: one row per token and transaction.',
    columns: {
      token: TOKEN,
      tx: TX,
      txid: TXID,
      height: HEIGHT,
      kind: '0 create, 1 transfer, 2 burn, 3 ask, 4 bid, 5 fillask, 6 fillbid, 7 cancelask, 8 cancelbid, 9 lost',
      amount: 'units',
      coins: 'satoshis asked, bid or paid; NULL: none',
      sender: 'public key of the sender, seller or owner of the order',
      recipient: 'public key of the recipient or buyer',
    },
  },
  order_outputs: {
    about: 'Outputs of orders for tokens.',
    columns: {
      id: OUTPUT,
      tx: TX,
      txid: TXID,
      height: HEIGHT,
      place: '-1 for bids; for asks the eval code of the token, 0: a fungible one',
      token: 'token id that the data name',
      func: 'letter of the function in the data',
      value: 'locked units or satoshis',
      price: 'amount wanted for the complete value',
      owner: 'public key of the owner',
      address: 'address of the owner',
      token_address: 'address to which tokens are paid',
      other: 'id of the second token of a swap',
      origin: 'output that placed the order: orders.id; NULL: not an order that can be filled',
      rate: 'satoshis per unit',
      spent_by: SPENT_BY,
    },
  },
  orders: {
    about: 'Orders for tokens.',
    columns: {
      id: 'output that placed the order: order_outputs.id',
      token: TOKEN,
      nft: '1 for an order of an NFT',
      side: '0 ask, 1 bid',
      owner: 'public key of the owner',
      units: 'units offered or wanted at first',
      coins: 'satoshis wanted or offered at first',
      state: '0 open, 1 filled, 2 cancelled, 3 spent',
      output: 'newest output: order_outputs.id',
      rate: 'satoshis per unit now',
      ended: 'transaction that filled or cancelled it: txs.ordinal; NULL: open',
    },
  },
  order_events: {
    about: 'Events of orders after they were placed.',
    columns: {
      token: TOKEN,
      tx: TX,
      origin: 'order: orders.id',
      kind: '0 fill, 1 cancelled, 2 spent',
      units: 'units',
      coins: 'satoshis',
      party: 'public key that filled or cancelled the order',
      txid: TXID,
      height: HEIGHT,
      time: 'Unix time of the block in seconds',
      sum_units: 'running sum of filled units of the token, modulo 2^64',
      sum_coins: 'running sum of paid satoshis for the token, modulo 2^64',
    },
  },
  outputs: {
    about: 'View: outputs with their spenders.',
    columns: {
      id: OUTPUT,
      value: 'satoshis',
      script: 'scriptPubKey',
      spent_by: SPENT_BY,
      spent_input: 'index of the spending input',
      height: HEIGHT,
    },
  },
  tx_keys: {
    about: 'View: transactions by the first six bytes of their ids, as in chain.db.',
    columns: { prefix: 'number of the first six bytes', ordinal: TX, txid: TXID },
  },
  address_totals: {
    about: 'View: sums over all addresses, as in chain.db.',
    columns: {
      holders: 'number of addresses with a balance, without conditions',
      entries: 'number of their unspent outputs with a value',
      satoshis: 'sum of their balances in satoshis',
      cc_entries: 'number of unspent outputs of conditions with a value',
      cc_satoshis: 'sum of the balances of conditions in satoshis',
    },
  },
  trades: {
    about: 'View: fills of orders.',
    columns: {
      token: TOKEN,
      tx: TX,
      origin: 'order: orders.id',
      kind: 'always 0',
      units: 'traded units',
      coins: 'paid satoshis',
      party: 'public key that filled the order',
      txid: TXID,
      height: HEIGHT,
      time: 'Unix time of the block in seconds',
      sum_units: 'running sum of filled units of the token, modulo 2^64',
      sum_coins: 'running sum of paid satoshis for the token, modulo 2^64',
    },
  },
  faucet_changes: {
    about: 'View: change of the faucet’s pool by each transaction.',
    columns: {
      tx: TX,
      txid: TXID,
      height: HEIGHT,
      net: 'change of the pool in satoshis; negative for a claim',
      claim: 'true for a claim',
    },
  },
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns the statements that set the comments of one table or view. */
export function commentStatements(kind: 'TABLE' | 'VIEW', name: string, { about, columns }: TableComment): string[] {
  return [
    `COMMENT ON ${kind} ${name} IS ${quoted(about)}`,
    ...Object.entries(columns).map(([column, text]) => `COMMENT ON COLUMN ${name}.${column} IS ${quoted(text)}`),
  ]
}

export const functionComment = (signature: string, about: string): string =>
  `COMMENT ON FUNCTION ${signature} IS ${quoted(about)}`

export const isView = ({ about }: TableComment): boolean => about.startsWith('View: ')
