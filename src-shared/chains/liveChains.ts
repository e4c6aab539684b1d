/** Public chains of the family that were live in August 2024, with the options of the family's own list. */

export interface LiveChain {
  readonly name: string
  /** options that define the chain */
  readonly options: readonly string[]
  /** nodes to connect to first, host or host:port */
  readonly peers: readonly string[]
}

/** Hosts that run a node of each chain. */
const HOSTS: readonly string[] = [
  '209.222.101.247',
  '103.195.100.32',
  '65.21.77.109',
  '15.235.204.174',
  '148.113.1.52',
  '89.19.26.211',
  '89.19.26.212',
]

function live(words: string, ...hosts: readonly string[]): LiveChain {
  const options = words.split(' ').map((word) => `-ac_${word}`)
  return { name: options[0]!.slice('-ac_name='.length), options, peers: [...HOSTS, ...hosts] }
}

/** Test chains, whose coins have no value. */
export const TEST_CHAINS: ReadonlySet<string> = new Set(['DOC', 'MARTY', 'RICK', 'MORTY'])

/** Live chains, test chains first. */
export const LIVE_CHAINS: readonly LiveChain[] = [
  live('name=DOC supply=90000000000 reward=100000000 cc=3 staked=10', '65.21.51.47'),
  live('name=MARTY supply=90000000000 reward=100000000 cc=3 staked=10', '65.21.51.47'),
  live('name=CCL supply=200000000 end=1 cc=2', '142.93.136.89', '195.201.22.89'),
  live(
    'name=CLC supply=99000000 reward=50000000 perc=100000000 founders=1 cc=45 public=1 snapshot=1440 pubkey=02df9bda7bfe2bcaa938b29a399fb0ba58cfb6cc3ddc0001062a600f60a8237ad9 adaptivepow=6',
    'node.cryptocollider.com',
  ),
  live('name=GLEEC supply=210000000 public=1 staked=100', '95.217.161.126'),
  live('name=ILN supply=10000000000 cc=2', '51.75.122.83'),
  live('name=KOIN supply=125000000', '3.0.32.10'),
  live('name=NINJA supply=100000000'),
  live('name=PIRATE supply=0 reward=25600000000 halving=77777 private=1', '88.99.212.81'),
  live('name=SUPERNET supply=816061'),
]
