import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { hash160 } from '../../../crypto/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { multisigRedeemScript } from '../../../wallet/rpc/multisigScript.ts'

interface MultisigDeps {
  readonly wallet: Wallet | undefined
}

export function createMultisigHandlers({ wallet }: MultisigDeps) {
  return defineHandlers({
    createmultisig({ nrequired, keys }) {
      const script = multisigRedeemScript(nrequired, keys, wallet)
      return { address: encodeAddress({ type: 2, hash: hash160(script) }), redeemScript: toHex(script) }
    },
  })
}
