import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import {
  CLAIM_LIMIT_SECONDS,
  claimProbability,
  EXPECTED_ATTEMPTS,
  MEDIAN_ATTEMPTS,
  P95_ATTEMPTS,
} from '#shared/rpc/methods/faucet.ts'
import { tokenCcOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { serializeTransaction } from '../../primitives/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../script/index.ts'
import type { BuildContext, CoinSource } from '../../transactions/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import {
  ADDRESS_GATE_TEXT,
  createContractGate,
  failure,
  type GateDeps,
  normalAddress,
  parsePubkey,
} from '../framework/rpc/contractGate.ts'
import { type Claim, FAUCET_KEY, FAUCET_SIZE, type Faucet, parseFunding } from './index.ts'

interface RpcDeps extends GateDeps {
  readonly spentIndex: boolean
  readonly faucet: Faucet
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

const success = (transaction: Uint8Array) => ({ hex: toHex(transaction), result: 'success' }) as const

function describe({ transaction, txid, error, ...claim }: Claim) {
  return {
    ...claim,
    probability: claimProbability(claim.attempts),
    median: MEDIAN_ATTEMPTS,
    p95: P95_ATTEMPTS,
    expected: EXPECTED_ATTEMPTS,
    ...(transaction && { hex: toHex(transaction) }),
    ...(txid && { txid: toDisplayHex(txid) }),
    ...(error !== undefined && { error }),
  }
}

export function createFaucetHandlers(deps: RpcDeps) {
  const { faucet } = deps
  const gate = createContractGate(deps, {
    contracts: ['faucet'],
    what: 'faucet',
    indexes: deps.spentIndex ? {} : undefined,
  })
  const toContractAddress = (pubkey: Uint8Array) => ccAddress(EVAL_CODES.faucet, pubkey)

  return defineHandlers({
    faucetinfo() {
      gate.reading()
      return { result: 'success', name: 'Faucet', funding: faucet.funding() ?? 0n }
    },
    faucetaddress({ pubkey: text }) {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT, ADDRESS_GATE_TEXT)
      const given = text === undefined ? undefined : parsePubkey(text, secp256k1.isPublicKey)
      if (text !== undefined && !given) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'invalid pubkey')
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const key = FAUCET_KEY.publicKey
      const pool = encodeAddress(toContractAddress(key))
      const normal = encodeAddress(normalAddress(key))
      const tokens = encodeAddress(indexedAddress(ccScript(tokenCcOne(EVAL_CODES.faucet, 0, key))) as IndexedAddress)
      const ownCc = encodeAddress(toContractAddress(pubkey))
      return {
        result: 'success',
        FaucetCCAddress: pool,
        FaucetCCBalance: balance(toContractAddress(key)),
        FaucetNormalAddress: normal,
        FaucetNormalBalance: balance(normalAddress(key)),
        FaucetCCTokensAddress: tokens,
        ...(given && {
          'PubkeyCCaddress(Faucet)': encodeAddress(toContractAddress(given)),
          // The reference looks this balance up under the wrong index type, so it is always zero.
          'PubkeyCCbalance(Faucet)': 0n,
        }),
        'myCCAddress(Faucet)': ownCc,
        'myCCbalance(Faucet)': balance(toContractAddress(pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
        FaucetCCaddress: pool,
        Faucetmarker: normal,
        FaucetCCassets: tokens,
        GatewaysPubkey: toHex(GATEWAYS_KEY.publicKey),
        CCaddress: encodeAddress(toContractAddress(given ?? pubkey)),
        myCCaddress: ownCc,
      }
    },
    faucetfund({ amount }) {
      const { pubkey } = gate.acting()
      try {
        const context = { ...deps.buildContext(pubkey), coins: deps.walletCoins }
        return success(serializeTransaction(faucet.fund(parseFunding(amount), context)))
      } catch (error) {
        return failure(error)
      }
    },
    async faucetget(_none, { signal }) {
      const { pubkey } = gate.acting()
      try {
        return success(await faucet.claims.find(pubkey, { signal, limitSeconds: CLAIM_LIMIT_SECONDS }))
      } catch (error) {
        return failure(error)
      }
    },
    fauceteligibility() {
      const pubkey = deps.pubkey()
      const checks = faucet.eligibility()
      return {
        eligible: checks.every(({ passed }) => passed),
        address: pubkey ? encodeAddress(normalAddress(pubkey)) : null,
        pubkey: pubkey ? toHex(pubkey) : null,
        payout: FAUCET_SIZE,
        checks: checks.map(({ txid, ...check }) => ({ ...check, ...(txid && { txid: toDisplayHex(txid) }) })),
      }
    },
    startfaucetclaim() {
      const { pubkey } = gate.acting()
      try {
        return describe(faucet.claims.start(pubkey))
      } catch (error) {
        return failure(error)
      }
    },
    getfaucetclaim: () => describe(faucet.claims.current()),
    cancelfaucetclaim: () => describe(faucet.claims.cancel()),
    async faucethistory({ limit, offset }, { signal }) {
      gate.reading()
      const { total, events } = (await faucet.history?.page({ limit, offset }, signal)) ?? { total: 0, events: [] }
      return {
        total,
        events: events.map(({ txid, address, ...event }) => ({
          ...event,
          txid: toDisplayHex(txid),
          address: address ?? null,
        })),
      }
    },
  })
}
