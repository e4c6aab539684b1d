import { BURN_KEY } from '#shared/protocol/moduleRules.ts'
import { fromHex } from '../util/index.ts'

/** Eval codes of the modules that this node judges (crypto-conditions.md §5). */
export const EVAL_ASSETS = 0xe3
export const EVAL_FAUCET = 0xe4
export const EVAL_TOKENS = 0xf2

/** Those of modules that other nodes have and this one does not, with what they are for (crypto-conditions.md §5). */
export const FOREIGN_EVAL_CODES: ReadonlyMap<number, string> = new Map([
  [0xe6, 'dice'],
  [0xec, 'oracles'],
  [0xeb, 'channels'],
  [0xf1, 'gateways'],
  [0xea, 'heirs'],
  [0xe5, 'rewards'],
  [0xf0, 'payments'],
  [0xe8, 'auctions'],
  [0xe9, 'lotto'],
  [0xe7, 'state machines'],
  [0xe1, 'coin imports'],
  [0xe2, 'coin imports'],
  [0xf3, 'coin imports'],
])

/**
 * A key pair that everybody knows: what is locked to it is guarded by the module's rules alone. The private key is a public
 * constant of the protocol and no secret.
 */
export interface GlobalKey {
  readonly evalCode: number
  /** 33 bytes */
  readonly publicKey: Uint8Array
  /** 32 bytes */
  readonly privateKey: Uint8Array
}

function globalKey(evalCode: number, publicKey: string, privateKey: string): GlobalKey {
  return { evalCode, publicKey: fromHex(publicKey), privateKey: fromHex(privateKey) }
}

/** crypto-conditions.md §6 */
export const TOKENS_KEY = globalKey(
  EVAL_TOKENS,
  '03e6191c70c9c9a28f9fd87089b9488d0e6c02fb629df64979c9cdb6b2b4a68d95',
  '1d0d0dce2dd2e19df5b626d5ada0f00add7a727d1735b5e32c6ca9a203164bcf',
)
export const ASSETS_KEY = globalKey(
  EVAL_ASSETS,
  '02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702',
  '9b1766e58266acb6ba438374f763113bf0f3506fd96b6785f97af0544db13077',
)
export const FAUCET_KEY = globalKey(
  EVAL_FAUCET,
  '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12',
  'd44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9',
)

/** Key of a module that this node does not have; address methods show it (faucet.md §3). */
export const GATEWAYS_PUBLIC_KEY = fromHex('03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40')

/** Tokens sent here are gone: nobody has a key for it (crypto-conditions.md §3.1). */
export const BURN_PUBLIC_KEY = fromHex(BURN_KEY)
