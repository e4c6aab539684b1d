import { traders } from '../../src-main/node/contracts/assets/testing/randomTrades.ts'
import { FAUCET_POOL_ADDRESS } from '../../src-main/node/contracts/faucet/index.ts'
import { computeTxid } from '../../src-main/node/primitives/index.ts'
import { encodeAddress, indexedAddress } from '../../src-main/node/script/index.ts'
import type { MarketNode } from '../../src-main/node/testing/index.ts'
import { toDisplayHex, toHex } from '../../src-main/node/util/index.ts'

export type Request = readonly [method: string, ...params: unknown[]]

/**
 * Builds calls about the current content of a chain, and some about unknown objects.
 * @param pick any number; selects the heights that the calls name
 */
export function buildRequests(marketNode: MarketNode, tokens: readonly Uint8Array[], pick: number): Request[] {
  const { chain } = marketNode.node
  const tip = chain.tip()
  const [low, high] = [1 + (pick % tip.height), 1 + ((pick * 7) % tip.height)].sort((a, b) => a - b)
  const entry = chain.byHeight(low!)!
  const newest = chain.block(tip)!.txs.map((tx) => toDisplayHex(computeTxid(tx)))
  const older = chain.block(entry)!.txs.map((tx) => toDisplayHex(computeTxid(tx)))
  const ids = tokens.map(toDisplayHex)
  const pubkeys = traders.map(({ pub }) => toHex(pub))
  const outputs = [...chain.block(tip)!.txs, ...chain.block(entry)!.txs].flatMap(({ vout }) => vout)
  const paid = outputs.flatMap(({ scriptPubKey }) => indexedAddress(scriptPubKey) ?? [])
  const addresses = [...new Set([...paid, FAUCET_POOL_ADDRESS].flatMap((address) => encodeAddress(address) ?? []))]
  return [
    ...blockRequests(tip.hashHex, entry.hashHex, low!),
    ...transactionRequests([...newest, ...older, '00'.repeat(32)]),
    ...addresses.flatMap((address) => addressRequests(address, low!, high!)),
    ['getaddressbalance', { addresses: addresses }],
    ['getaddressutxos', { addresses: addresses, chainInfo: true }, 1],
    ['getaddresstxids', { addresses: addresses }, 1],
    ['getaddressdeltas', { addresses: addresses, start: low, end: high, chainInfo: true }, 1],
    ['getaddressbalance', { addresses: ['nonsense'] }],
    ...ids.flatMap((id) => tokenRequests(id, pubkeys)),
    ['tokenlist'],
    ['tokensummary'],
    ['tokensummary', 10, 0, 'go'],
    ['tokenorders'],
    ['listorders'],
    ['listorders', { sort: 'price', state: 'open' }],
    ['listmarkets'],
    ['tokentrades'],
    ['faucetinfo'],
    ['faucethistory'],
    ['faucetaddress'],
    ['getsnapshot'],
    ['getsnapshot', '2'],
    ['listsupply', 20],
    ['getnewaddress'],
    ['getmempoolinfo'],
  ]
}

function blockRequests(tip: string, hash: string, height: number): Request[] {
  return [
    ['getblockcount'],
    ['getbestblockhash'],
    ['getdifficulty'],
    ['getblockhash', height],
    ['getblockhash', 1_000_000],
    ['getblock', '0', 2],
    ['getblock', tip],
    ['getblock', hash, 2],
    ['getblock', String(height), 0],
    ['getblock', 'f'.repeat(64)],
    ['getblockheader', hash],
    ['getblockheader', tip, false],
    ['getblockdeltas', tip],
    ['getblockchaininfo'],
    ['getblocksummary', hash],
    ['getblocksummary', tip],
    ['getnetworksolps', 10],
    ['gettxoutsetinfo'],
    ['z_gettreestate', hash],
    ['getrecentblocks', 10],
    ['getrecentblocks', 5, height],
    ['listblocktransactions', tip, 0, 10],
    ['resolvehash', hash],
  ]
}

function transactionRequests(txids: readonly string[]): Request[] {
  return txids.flatMap((txid): Request[] => [
    ['getrawtransaction', txid],
    ['getrawtransaction', txid, 1],
    ['gettxout', txid, 0],
    ['gettxout', txid, 1, false],
    ['getspentinfo', { txid, index: 0 }],
    ['listspenders', txid, 0, 4],
    ['resolvehash', txid],
    ['explaintransaction', txid],
  ])
}

function addressRequests(address: string, start: number, end: number): Request[] {
  const addresses = [address]
  return [
    ['getaddressbalance', { addresses }],
    ['getaddressbalance', address],
    ['getaddressdeltas', { addresses }, 1],
    ['getaddressdeltas', { addresses, start, end }, 1],
    ['getaddresstxids', { addresses, start, end }, 1],
    ['getaddressutxos', { addresses }, 1],
    ['getaddresssummary', address],
    ['getaddresschart', address, null, 10],
    ['listaddressdeltas', address],
    ['listaddressdeltas', address, null, { limit: 5 }],
    ['listaddressdeltas', address, null, { limit: 5, start, end, kind: 'received' }],
    ['listaddresstransactions', address, null, { limit: 5 }],
    ['listaddresstransactions', address, null, { kind: 'spent', start }],
    ['listaddressutxos', address, null, { limit: 5 }],
    ['listaddressutxos', address, null, { limit: 5, sort: 'amount' }],
    ['listaddressutxos', address, null, { limit: 5, sort: 'txid' }],
  ]
}

function tokenRequests(id: string, pubkeys: readonly string[]): Request[] {
  return [
    ['tokeninfo', id],
    ['tokenholders', id],
    ['tokenhistory', id],
    ['tokenorders', id],
    ['tokenmarket', id],
    ['tokencandles', id, 3600],
    ['tokentrades', id],
    ['listorders', { token: id }],
    ['orderhistory', id],
    ['resolvehash', id],
    ...pubkeys.flatMap((pubkey): Request[] => [
      ['tokenbalance', id, pubkey],
      ['tokenaddress', pubkey],
    ]),
  ]
}
