import { useRouter } from '@tanstack/react-router'
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react'
import type { WindowInput } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type Form, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import type { FolderReport } from '../texts.ts'

interface MoveInValues {
  readonly wallet: boolean
  readonly blocks: boolean
  readonly conf: boolean
  readonly label: string
  /** empty in the desktop app, which asks in its own window */
  readonly passphrase: string
  /** lines of the conf file, as `option=value` */
  readonly ticks: readonly string[]
}

export type MoveInFields = Form<MoveInValues>

/** State of the query for the report, and the text with the chain's options that it was made for. */
export interface ReportQuery {
  readonly text: string
  readonly error: unknown
  readonly isFetching: boolean
  setText(text: string): void
  retry(): void
}

export interface MoveInAction {
  readonly form: MoveInFields
  readonly needsPassphrase: boolean
  /** true if nothing is chosen */
  readonly nothing: boolean
  readonly busy: boolean
  /** error of the move that belongs to no field */
  readonly error: unknown
  readonly passphraseProblem: string | undefined
  submit(event: BaseSyntheticEvent): void
}

export const canTakeWallet = ({ keys }: FolderReport): boolean => keys !== null && keys.problem === null
export const canTakeBlocks = ({ blocks }: FolderReport): boolean => blocks.files > 0
export const canReplaceConf = ({ settings }: FolderReport): boolean => settings !== null && settings.problem === null

const isWrong = (error: unknown) => error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT

/** Choices about a folder, and the call that moves it in. Success opens the page with the progress. */
export function useMoveInForm(report: FolderReport, text: string): MoveInAction {
  const { client, desktop } = useNode()
  const open = useOpenMove()
  const [error, setError] = useState<unknown>(null)
  const form: MoveInFields = useForm<MoveInValues>({
    defaultValues: {
      ...{ wallet: canTakeWallet(report), blocks: canTakeBlocks(report), conf: false },
      ...{ label: '', passphrase: '', ticks: [] },
    },
  })
  const { wallet, blocks, conf, passphrase } = form.values
  const needsPassphrase = wallet && (report.keys?.encryptedkeys ?? 0) > 0
  const asksHere = needsPassphrase && !desktop
  const nothing = !wallet && !blocks && !conf
  const submit = form.onSubmit(async (values) => {
    if (nothing || (asksHere && values.passphrase === '')) return
    setError(null)
    // A call with a secret is no query or mutation, whose cache would keep it.
    await client.call('moveinnode', toMoveInput(report.folder, text, values, asksHere)).then(open, setError)
  })
  return {
    ...{ form, needsPassphrase, nothing, submit, busy: form.busy },
    error: asksHere && isWrong(error) ? null : error,
    passphraseProblem: !asksHere
      ? undefined
      : form.tried && passphrase === ''
        ? t('moveIn:take.passphraseMissing')
        : isWrong(error)
          ? t('moveIn:take.passphraseWrong')
          : undefined,
  }
}

/** Returns a function that opens the page with the progress, unless the user has left this page. */
function useOpenMove() {
  const router = useRouter()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return async ({ id }: { readonly id: string }) => {
    if (here.current) await router.navigate({ to: '/chains/movein', search: { chain: id }, replace: true })
  }
}

function toMoveInput(folder: string, text: string, values: MoveInValues, secret: boolean): WindowInput<'moveinnode'> {
  const { wallet, blocks, conf, label, passphrase, ticks } = values
  return {
    folder,
    choices: { wallet, blocks, conf, label: label.trim(), ticks, ...(text !== '' && { text }) },
    passphrase: secret ? passphrase : '',
  }
}
