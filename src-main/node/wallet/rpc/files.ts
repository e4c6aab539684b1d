import { basename, dirname } from 'node:path'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainView, Clock } from '../../core/index.ts'
import {
  describeDumpOmissions,
  type ExportFiles,
  openExportFolder,
  runInSlices,
  type Wallet,
  WalletError,
  writeDump,
} from '../index.ts'
import { needWallet } from './walletTx.ts'

interface FilesDeps {
  readonly chain: ChainView
  readonly clock: Pick<Clock, 'now'>
  readonly wallet: Wallet | undefined
  /** absolute path, or undefined if exports are disabled */
  readonly exportFolder: string | undefined
}

const MAX_CHARACTERS = 200
const isName = (name: string) => /^[0-9A-Za-z]+$/.test(name) && name.length <= MAX_CHARACTERS

/** Allows only letters and digits, so that no name leads outside the folder. */
function checkName(name: string): void {
  if (isName(name)) return
  const clean = name.replace(/[^0-9A-Za-z]/g, '').slice(0, MAX_CHARACTERS)
  throw new RpcError(
    RPC_ERROR.WALLET,
    `Filename is invalid as only alphanumeric characters are allowed.  Try '${clean}' instead.`,
  )
}

function openFolder(folder: string): ExportFiles {
  try {
    return openExportFolder(folder)
  } catch (error) {
    throw new RpcError(RPC_ERROR.INTERNAL, error instanceof Error ? error.message : String(error), { cause: error })
  }
}

export function createWalletFileHandlers({ chain, clock, exportFolder, ...deps }: FilesDeps) {
  const open = () => needWallet(deps.wallet)
  const cannotOpen = (cause?: unknown) =>
    new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Cannot open wallet dump file', { cause })

  /** Reads a file of the folder by its name or by the complete path that dumpwallet returned. */
  const readText = (filename: string): string => {
    if (exportFolder === undefined) throw cannotOpen()
    const name = dirname(filename) === exportFolder ? basename(filename) : filename
    if (!isName(name)) throw cannotOpen()
    try {
      return openExportFolder(exportFolder).read(name)
    } catch (error) {
      throw cannotOpen(error)
    }
  }

  /** Records the backup. Ignores a full wallet file: the backup exists, and the caller must get its path. */
  const note = ({ keyring }: Wallet, time: number, withShielded: boolean) => {
    try {
      keyring.noteBackup(time, withShielded)
    } catch (error) {
      if (!(error instanceof WalletError && error.kind === 'file')) throw error
    }
  }

  return defineHandlers({
    backupwallet({ destination }) {
      const wallet = open()
      if (exportFolder === undefined) {
        throw new RpcError(RPC_ERROR.WALLET, 'Cannot backup wallet until the -exportdir option has been set')
      }
      const files = openFolder(exportFolder)
      checkName(destination)
      try {
        files.replace(destination, (path) => wallet.copyTo(path))
      } catch (error) {
        throw new RpcError(RPC_ERROR.WALLET, 'Error: Wallet backup failed!', { cause: error })
      }
      note(wallet, clock.now(), true)
      return files.pathOf(destination)
    },
    dumpwallet({ filename }, { signal }) {
      const wallet = open()
      const { keys } = wallet
      keys.requireOpen()
      if (exportFolder === undefined) {
        const text = 'Cannot export wallet until the komodod -exportdir option has been set'
        throw new RpcError(RPC_ERROR.WALLET, text)
      }
      const files = openFolder(exportFolder)
      checkName(filename)
      const path = files.pathOf(filename)
      if (files.exists(filename)) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Cannot overwrite existing file ${path}`)
      }
      const time = clock.now()
      const frame = { time, tip: chain.tip(), omitted: describeDumpOmissions(wallet) }
      return runInSlices(
        function* () {
          try {
            files.create(filename, yield* writeDump(keys.all(), (key) => keys.dumped(key), frame))
          } catch (error) {
            throw error instanceof WalletError ? error : cannotOpen(error)
          }
          note(wallet, time, false)
          return path
        },
        { signal },
      )
    },
    async importwallet({ filename }, { signal, progress }) {
      const wallet = open()
      wallet.keys.requireOpen()
      const counting = (unit: string) => (done: number, total: number) => progress?.({ done, total, unit })
      const { added } = await wallet.importDump(readText(filename), { signal, onProgress: counting('characters') })
      if (added > 0) await wallet.rescan(0, { signal, onProgress: counting('blocks') })
      return null
    },
  })
}
