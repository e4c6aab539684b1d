import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_UNLOCKED_SECONDS } from '#shared/rpc/methods/walletProtection.ts'
import type { Wallet } from '../index.ts'
import type { CoverageDeps } from './phraseCoverage.ts'
import { encodeWalletStatus } from './walletStatus.ts'
import { needWallet } from './walletTx.ts'

interface EncryptionDeps extends Omit<CoverageDeps, 'wallet'> {
  readonly wallet: Wallet | undefined
  /** true if `-experimentalfeatures -developerencryptwallet` is set */
  readonly encryptByRpc: boolean
  /** starts to stop the node; the reply is sent first */
  readonly stop: () => void
}

const ENCRYPTED =
  'wallet encrypted; Komodo server stopping, restart to run with encrypted wallet. The keypool has been flushed, you need to make a new backup.'

const unknownScope = () =>
  new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, the scope is "everything" or "staking"')

const atMost = (seconds: bigint) => (seconds < 0n ? 0 : Math.min(Number(seconds), MAX_UNLOCKED_SECONDS))

export function createWalletProtectionHandlers(deps: EncryptionDeps) {
  const open = () => needWallet(deps.wallet)
  const status = () => encodeWalletStatus({ ...deps, wallet: open() })

  return defineHandlers({
    async encryptwallet({ passphrase }) {
      const { keyring } = open()
      if (!deps.encryptByRpc) {
        throw new RpcError(RPC_ERROR.ENCRYPTION_FAILED, 'Error: wallet encryption is disabled.')
      }
      await keyring.protect(passphrase)
      deps.stop()
      return ENCRYPTED
    },
    async walletpassphrase({ passphrase, timeout }) {
      await open().keyring.vault.unlock(passphrase, atMost(timeout), 'walletpassphrase')
      return null
    },
    async walletpassphrasechange({ oldpassphrase, newpassphrase }) {
      await open().keyring.vault.change(oldpassphrase, newpassphrase)
      return null
    },
    walletlock() {
      const { vault } = open().keyring
      vault.requireEncrypted('walletlock')
      vault.lock()
      return null
    },
    async protectwallet({ passphrase }, { progress }) {
      await open().keyring.protect(passphrase, (done, total) => progress?.({ done, total, unit: 'keys' }))
      return status()
    },
    async unlockwallet({ passphrase, seconds, scope }) {
      const { vault } = open().keyring
      if (scope !== 'everything' && scope !== 'staking') throw unknownScope()
      if (scope === 'staking') await vault.unlockForStaking(passphrase, seconds, 'unlockwallet')
      else await vault.unlock(passphrase, seconds, 'unlockwallet')
      return status()
    },
    checkpassphrase: ({ passphrase }) => open().keyring.vault.check(passphrase),
  })
}
