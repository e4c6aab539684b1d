import { join } from 'node:path'
import { bindWallet, explainWalletError, openBoundWallet, openWalletFile, type WalletFile } from './file/index.ts'
import { beginWithPhrase } from './keys/index.ts'
import { Wallet, type WalletDeps, type WalletSettings } from './wallet.ts'

/** Opens the wallet of one chain, and binds it to the chain. @throws WalletFileError with a text for users */
export function openWallet(settings: WalletSettings, deps: WalletDeps): Wallet {
  const path = join(settings.directory, 'wallet.db')
  const { notes, chain, clock, random } = deps
  const presence = notes && {
    ...{ notes, clock, random, newWallet: settings.newWallet === true },
    forSandbox: settings.forSandbox === true,
    hasBlocks: () => chain.tip().height > 0,
    fill: settings.withPhrase ? (file: WalletFile) => beginWithPhrase(file, deps) : undefined,
  }
  const file = presence ? openBoundWallet(path, presence) : openWalletFile(path)
  try {
    const wallet = new Wallet(file, settings, deps)
    if (presence) bindWallet(file, presence)
    return wallet
  } catch (error) {
    file.close()
    throw explainWalletError(error, path)
  }
}
