/** Replies of inspectnodefolder for tests of the question about moving in. */

const line = (option: string, value: string, reason = '') => ({ option, value, reason })

const WALLET = {
  ...{ file: '/old/wallet.dat', problem: null, encrypted: true, keys: 12, encryptedkeys: 10, watchonly: 3 },
  ...{ scripts: 2, labels: 4, transactions: 99, shielded: 1, oldest: 1_500_000_000, cleanlyclosed: true },
  ...{ rescued: 'no', leaks: { plainkeys: 2, plainseed: true }, balance: null, warnings: ['The log was not read.'] },
}

const CONF = {
  ...{ file: '/old/OLD.conf', problem: null, user: 'robin', shortpassword: true },
  taken: [line('rpcport', '8123'), line('addnode', 'peer.example')],
  ask: [line('rpcallowip', '0.0.0.0/0', 'It lets every computer call.'), line('walletnotify', 'rm \u202e%s', '')],
  leftout: [line('gen', '1', 'Mining is started in the window.')],
}

interface MoveInReportChanges {
  readonly ready?: boolean
  readonly obstacle?: string
  readonly encrypted?: boolean
  readonly wallet?: null
  readonly conf?: null
}

/** Returns the JSON of a report about a folder with a wallet, blocks and a conf file. */
export function moveInReport({ ready = true, obstacle, encrypted = true, ...more }: MoveInReportChanges = {}): string {
  const wallet = more.wallet === null ? null : { ...WALLET, encrypted, ...(!encrypted && { encryptedkeys: 0 }) }
  return JSON.stringify({
    ...{ folder: '/old', chain: 'OLD', network: 'main', size: 5_000_000, wallet: null, conf: '/old/OLD.conf' },
    ...{ blocks: { files: 3, size: 4_000_000 }, running: { state: 'no', signs: [], pid: null, commandline: null } },
    ...{ id: null, ready, obstacle: obstacle ?? null },
    definition: {
      ...{ ok: true, from: 'gallery', verified: 'magic', problems: [], refused: null, name: 'OLD', network: 'main' },
      ...{ options: ['-ac_name=OLD', '-ac_supply=5'], magic: '01020304', peers: [], id: null },
    },
    ...{ keys: wallet, settings: more.conf === null ? null : CONF, needed: 9_000_000, free: null },
    warnings: ['Blocks are missing\u202e.'],
  })
}
