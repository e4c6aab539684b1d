import { setTimeout as delay } from 'node:timers/promises'
import { FAUCET_POOL_SCRIPT, startThreadSearch } from '../../src-main/node/contracts/faucet/index.ts'
import { secp256k1, sha256 } from '../../src-main/node/crypto/index.ts'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { createFaucetNode, testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'

const ARGS = ['-ac_name=CLAIMS', '-regtest', '-ac_supply=1000', '-ac_cc=2', '-ac_reward=100000000']
/** Minimum total search time: the length of one search is random, so searches are repeated until this is reached. */
const SEARCH_SECONDS = 6
const BASELINE_MS = 1000
const STOPS = 10

export interface ClaimFigures {
  /** attempts per second of one search thread */
  readonly attemptsPerSecond: number
  /**
   * plain signatures per second on one thread of this machine; a search with a new signature per attempt cannot be
   * faster
   */
  readonly signaturesPerSecond: number
  /** time from the stop request to the end of the search thread, in milliseconds; slowest of several */
  readonly stop: number
  /** latency of consecutive getinfo calls over HTTP while a search runs, in milliseconds */
  readonly getinfo: { readonly median: number; readonly p99: number }
}

interface Claim {
  readonly state: string
  readonly attempts: number
  readonly elapsed: number
}

function measureSignatures(): number {
  const { priv } = testKey(1)
  let hash = sha256(priv)
  let count = 0
  const begun = performance.now()
  while (performance.now() - begun < BASELINE_MS) {
    for (let i = 0; i < 100; i++) hash = secp256k1.sign(hash, priv).subarray(0, 32)
    count += 100
  }
  return (1000 * count) / (performance.now() - begun)
}

async function measureStop(): Promise<number> {
  const { node, faucet, close } = createFaucetNode({ identity: testKey(2), startSearch: startThreadSearch })
  const { claims } = faucet
  const times: number[] = []
  node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 20_000_000n, scriptPubKey: FAUCET_POOL_SCRIPT }])] })
  while (times.length < STOPS) {
    claims.start(testKey(2).pub)
    while (claims.running() && claims.current().attempts === 0) await delay(5)
    const begun = performance.now()
    claims.cancel()
    await claims.close()
    times.push(performance.now() - begun)
  }
  await close()
  return Math.max(...times)
}

/** Creates and funds a faucet. */
async function fund(dataDir: string): Promise<void> {
  const rich = testKey(1)
  const daemon = await startDaemon({ args: [...ARGS, `-pubkey=${toHex(rich.pub)}`], dataDir })
  const { rpc } = daemon
  await rpc.call('importprivkey', encodeWif({ privateKey: rich.priv, compressed: true }), '', false)
  await rpc.call('generate', 2)
  const { hex } = await rpc.call<{ hex: string }>('faucetfund', '5')
  await rpc.call('sendrawtransaction', hex)
  await rpc.call('generate', 1)
  await daemon.stop()
}

/** Searches for claims for some seconds and calls getinfo the whole time. */
export async function measureClaim(dataDir: string): Promise<ClaimFigures> {
  const signaturesPerSecond = measureSignatures()
  const stop = await measureStop()
  await fund(dataDir)
  const daemon: Daemon = await startDaemon({ args: [...ARGS, `-pubkey=${toHex(testKey(2).pub)}`], dataDir })
  const { rpc } = daemon
  try {
    const times: number[] = []
    let attempts = 0
    let seconds = 0
    while (seconds < SEARCH_SECONDS) {
      let claim = await rpc.call<Claim>('startfaucetclaim')
      while (claim.state === 'searching' && seconds + claim.elapsed < SEARCH_SECONDS) {
        const begun = performance.now()
        await rpc.call('getinfo')
        times.push(performance.now() - begun)
        claim = await rpc.call<Claim>('getfaucetclaim')
        await delay(2)
      }
      if (claim.state === 'searching') claim = await rpc.call<Claim>('cancelfaucetclaim')
      if (!['cancelled', 'found'].includes(claim.state)) throw new Error(`a claim ended so: ${JSON.stringify(claim)}`)
      attempts += claim.attempts
      seconds += claim.elapsed
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
    const getinfo = { median: at(0.5), p99: at(0.99) }
    return { attemptsPerSecond: attempts / seconds, signaturesPerSecond, stop, getinfo }
  } finally {
    await daemon.stop()
  }
}
