/** Sample chains and preflight checks after a year of use, for screenshots. */
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { type ChainRecord, chainRecord } from './fakeChains.ts'

export const LONG = 'The chain of the neighbourhood association of the old harbour'.slice(0, 60)

const check = (
  name: ChainMethodResult<'preflight'>['checks'][number]['name'],
  detail: string,
  more: Partial<ChainMethodResult<'preflight'>['checks'][number]> = {},
) => ({ name, state: 'passed' as const, detail, fix: null, freeport: null, holder: null, ...more })

export const FINE = {
  ok: true,
  checks: [
    check('disk', '120 GB are free.'),
    check('memory', '3.1 GB are free.'),
    check('clock', 'The clock is right.'),
    check('directory', 'The folder is writable.'),
    check('drive', 'The folder is on a local drive.'),
    check('p2pport', 'Port 12417 is free.'),
    check('rpcport', 'Port 12418 is free.'),
  ],
}
export const TAKEN = {
  ok: false,
  checks: [
    check('disk', 'Only 900 MB are free.', {
      state: 'warning',
      fix: 'A chain in use takes some gigabytes: make room soon.',
    }),
    ...FINE.checks.slice(1, 5),
    check('p2pport', 'Port 12417 is taken by komodod (process 4711).', {
      state: 'failed',
      fix: 'Stop that program, or use another port.',
      freeport: 12_419,
      holder: 'komodod (process 4711)',
    }),
    check('rpcport', 'Port 12418 is free.'),
  ],
}

/** Returns fifty chains as after a year of use, some in a failed state. */
export function many(): ChainRecord[] {
  return Array.from({ length: 50 }, (_, index) =>
    chainRecord({
      id: `CHAIN${index}`,
      label: index === 3 ? LONG : index === 5 ? 'a\u202egnp.exe' : `Chain number ${index}`,
      name: index === 3 ? 'A'.repeat(64) : `CHAIN${index}`,
      state: index < 2 ? 'running' : index === 2 ? 'starting' : index === 4 || index === 9 ? 'failed' : 'stopped',
      detail: index === 4 ? 'Port 12417 is taken by komodod (process 4711).' : index === 9 ? 'The disk is full.' : '',
      kind: index === 0 ? 'sandbox' : index % 3 === 0 ? 'joined' : 'created',
      height: index === 7 ? null : (((index * 7919) % 100_000) as ChainRecord['height']),
      size: index === 7 ? null : (index * 7_919_000_000) % 40_000_000_000,
      lastused:
        index === 7 ? null : ((Math.floor(Date.now() / 1000) - index * 86_400) as NonNullable<ChainRecord['lastused']>),
      publiconly: index !== 6,
      kept: null,
      peers: index === 3 ? Array.from({ length: 8 }, (_unused, peer) => `peer${peer}.example.org:12417`) : [],
    }),
  )
}
