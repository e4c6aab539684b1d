import { basename, dirname, isAbsolute, join } from 'node:path'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Chain } from '../../chain/index.ts'
import type { AddressIndexView } from '../../core/index.ts'
import { type InspectedWallet, keyBalances, type ReadingOptions, type Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface MoveInDeps {
  readonly chain: Chain
  readonly addressIndex: AddressIndexView | undefined
  readonly wallet: Wallet | undefined
  /** absolute path, or undefined if files are disabled */
  readonly exportFolder: string | undefined
}

const MAX_NAME_LENGTH = 200
const MAX_PATH_LENGTH = 4_096
/** A name such as `wallet.dat` that leads nowhere else: no separators, and no dot at the beginning. */
const isFileName = (name: string) => /^[0-9A-Za-z][0-9A-Za-z._-]*$/.test(name) && name.length <= MAX_NAME_LENGTH

const cannotOpen = () => new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Cannot open wallet file')

export function createMoveInHandlers({ chain, addressIndex, exportFolder, ...deps }: MoveInDeps) {
  const open = () => needWallet(deps.wallet)

  /**
   * Returns the path of a file. The app passes complete paths that the user chose; its broker lets no page call these
   * methods. Other callers name a file of the export folder.
   */
  const findPath = (file: string, { transport }: CallContext): string => {
    if (transport === 'ipc' || transport === 'web') {
      if (isAbsolute(file) && file.length <= MAX_PATH_LENGTH && !file.includes('\0')) return file
    }
    if (exportFolder === undefined) {
      throw new RpcError(RPC_ERROR.WALLET, 'Cannot read wallet files until the -exportdir option has been set')
    }
    const name = dirname(file) === exportFolder ? basename(file) : file
    if (!isFileName(name)) throw cannotOpen()
    return join(exportFolder, name)
  }
  const reading = ({ signal, progress }: CallContext): ReadingOptions => ({
    signal,
    onProgress: (done, total, unit) => progress?.({ done, total, unit }),
  })

  const encodeFindings = async (found: InspectedWallet, { signal, progress }: CallContext) => {
    const onProgress = (done: number, total: number) => progress?.({ done, total, unit: 'blocks' })
    const { height } = chain.tip()
    const sums = await keyBalances({ chain, addressIndex }, [found.keyHashes], { signal, onProgress })
    if (!sums) throw signal.reason
    return {
      keys: found.keys,
      encryptedkeys: found.encryptedKeys,
      watchonly: found.watchOnly,
      scripts: found.scripts,
      labels: found.labels,
      transactions: found.transactions,
      shielded: found.shielded,
      oldest: found.oldest,
      cleanlyclosed: found.cleanlyClosed,
      rescued: found.rescued,
      leaks: found.leakedKeys + Number(found.leakedSeed),
      leakedkeys: found.leakedKeys,
      leakedseed: found.leakedSeed,
      balance: sums[0] ?? 0n,
      height,
      warnings: found.warnings,
    } as MethodResult<'inspectwalletfile'>
  }

  return defineHandlers({
    async inspectwalletfile({ file }, context) {
      const { oldWallets } = open()
      return encodeFindings(await oldWallets.inspect(findPath(file, context), reading(context)), context)
    },
    async importwalletfile({ file, passphrase, rescan }, context) {
      const { oldWallets } = open()
      const path = findPath(file, context)
      const moved = await oldWallets.moveIn(path, { ...reading(context), passphrase, rescan })
      return { ...(await encodeFindings(moved, context)), imported: moved.imported }
    },
    listmovedwallets: () =>
      open()
        .oldWallets.list()
        .map(({ path, moved, keys, shielded, leakedKeys, leakedSeed, used, missing, backedUp }) => ({
          ...{ file: path, moved, keys, shielded, leakedkeys: leakedKeys, leakedseed: leakedSeed },
          ...{ used, missing, backup: backedUp },
        })) as MethodResult<'listmovedwallets'>,
  })
}
