import { fromHex } from '../util/index.ts'

/** Global key of gateways, a contract that this program does not have; address methods show it (faucet.md §3). */
export const GATEWAYS_PUBLIC_KEY = fromHex('03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40')
