import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RpcError } from '#shared/errors.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { InlineTokenMark } from '../../../components/TokenMark.tsx'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { BackupFileField } from './BackupDialogs.tsx'
import type { BackupFile } from './backupFile.ts'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { countInvalidWords, PhraseFields } from './PhraseFields.tsx'
import { wrongBackup } from './sealed/RestoreSealedDialog.tsx'
import { NO_SEALED, type SealedFile, SealedFileFields } from './sealed/SealedFileFields.tsx'
import { useLongCall } from './useLongCall.ts'

type Proof = MethodResult<'provebackup'>
type Way = 'phrase' | 'sealed' | 'file'

const EMPTY = Array.from({ length: 12 }, () => '')

interface DrillValues {
  readonly way: Way
  readonly words: readonly string[]
  readonly sealed: SealedFile
  readonly file: BackupFile | undefined
}

export interface DrillDialogProps {
  readonly coin: string
  /** True if the wallet has a recovery phrase. */
  readonly phrase: boolean
  onClose(): void
}

/** Tests a phrase or a backup file against the chain without any change. Shows what would and would not be restored. */
export function DrillDialog({ coin, phrase, onClose }: DrillDialogProps) {
  const { client, desktop } = useNode()
  const form = useForm<DrillValues>({
    defaultValues: { way: 'phrase', words: EMPTY, sealed: NO_SEALED, file: undefined },
  })
  const { tried } = form
  const { way, words, sealed, file } = form.values
  const drill = useLongCall<Proof>()
  const start = form.onSubmit(() => {
    if (!desktop && !isReady(form.values)) return
    const backup = toBackupInput(form.values, desktop)
    void drill.run((options) => client.call('provebackup', { backup }, options))
  })
  const change = (next: Partial<DrillValues>) => {
    drill.forget()
    form.reset({ ...form.values, ...next })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('wallet:drillTitle')}
      description={t('wallet:drill.description')}
      footer={
        <>
          <p role="status" className="mr-auto text-12 text-bad">
            {tried && !desktop && way === 'file' && file === undefined ? t('wallet:drill.chooseFirst') : ''}
          </p>
          <Button onClick={onClose}>{t('ui:close')}</Button>
          <Button variant="primary" busy={drill.busy} onClick={start}>
            {t('wallet:drill.run')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <Tabs<Way>
          label={t('wallet:drill.what')}
          value={way}
          onChange={(next) => change({ way: next })}
          tabs={[
            {
              id: 'phrase',
              label: t('wallet:recoveryPhrase'),
              content: desktop ? (
                <NativePromptNotice what="words" />
              ) : (
                <>
                  <PhraseFields words={words} onChange={(next) => change({ words: next })} tried={tried} />
                  <p role="status" className="text-12 text-bad">
                    {tried && countInvalidWords(words) > 0
                      ? t('wallet:drill.wrongWords', { count: countInvalidWords(words) })
                      : ''}
                    {isWrongPhrase(drill.error) ? t('wallet:drill.notPhrase') : ''}
                  </p>
                </>
              ),
            },
            {
              id: 'sealed',
              label: t('backup:file.input'),
              content: desktop ? (
                <NativePromptNotice what="oldBackup" />
              ) : (
                <SealedFileFields
                  file={sealed}
                  tried={tried}
                  refused={way === 'sealed' ? wrongBackup(drill.error) : undefined}
                  onFile={(next) => change({ sealed: next })}
                />
              ),
            },
            {
              id: 'file',
              label: t('wallet:backup.file'),
              content: desktop ? (
                <NativePromptNotice what="file" />
              ) : (
                <BackupFileField file={file} onFile={(next) => change({ file: next })} />
              ),
            },
          ]}
        />
        {drill.busy ? (
          <LongCallProgress label={t('wallet:drill.scanning')} progress={drill.progress} onCancel={drill.cancel} />
        ) : null}
        <Failure
          error={!desktop && isBesideField(way, drill.error) ? undefined : drill.error}
          safe={t('wallet:drill.nothingChanged')}
        />
        {drill.result ? <Verdict proof={drill.result} coin={coin} phrase={phrase} file={way !== 'phrase'} /> : null}
      </div>
    </Dialog>
  )
}

/** Returns true if the node rejected the words as an invalid phrase. */
const isWrongPhrase = (error: unknown): boolean => error instanceof RpcError && /^Invalid phrase/.test(error.message)

const isBesideField = (way: Way, error: unknown): boolean =>
  way === 'sealed' ? wrongBackup(error) !== undefined : way === 'phrase' && isWrongPhrase(error)

/** Returns true if the page has all required input. */
function isReady({ way, words, sealed, file }: DrillValues): boolean {
  if (way === 'phrase') return countInvalidWords(words) === 0
  return way === 'sealed' ? sealed.text !== '' && sealed.passphrase !== '' : file !== undefined
}

/** Returns the backup for the call. The desktop app asks for secrets itself, and an empty member names the secret. */
function toBackupInput({ way, words, sealed, file }: DrillValues, desktop: boolean): Record<string, string> {
  if (way === 'phrase') return { phrase: desktop ? '' : words.join(' ') }
  return way === 'sealed' ? { sealed: sealed.text, passphrase: sealed.passphrase } : { dump: file?.text ?? '' }
}

interface VerdictProps {
  readonly proof: Proof
  readonly coin: string
  /** True if the wallet has a recovery phrase. */
  readonly phrase: boolean
  /** True if a file was checked, false if words were checked. */
  readonly file: boolean
}

/** Shows what would be restored, in one sentence and in figures. */
function Verdict(props: VerdictProps) {
  const { proof, coin, phrase, file } = props
  const restored = proof.wallet - proof.missing
  const Icon = proof.ok ? CircleCheck : TriangleAlert
  const place = useRef<HTMLElement>(null)
  // Scroll the result into view, because it is below the twenty-four words.
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Only a wallet with a phrase has words to compare with.
  const ownWords = phrase && !file
  return (
    <section ref={place} aria-label={t('wallet:drill.result')} className="flex flex-col gap-2">
      <p
        role="status"
        className={cn(
          'flex items-start gap-2 rounded-md px-3 py-2 font-medium',
          proof.ok ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn',
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {ownWords ? t(proof.ownphrase ? 'wallet:drill.ownWords' : 'wallet:drill.otherWords') : ''}{' '}
        {ownWords && !proof.ownphrase ? '' : formatVerdict(proof)}
      </p>
      <FactList
        facts={[
          {
            label: t('wallet:drill.keys'),
            value: formatPart(groupDigits(restored), groupDigits(proof.wallet)),
          },
          // Together both numbers are the keys counted when the file was saved. Omitted for a phrase, for which the
          // number of keys depends on the search.
          ...(file && proof.ok && proof.keys > restored
            ? [{ label: t('wallet:drill.spare'), value: groupDigits(proof.keys - restored) }]
            : []),
          {
            label: t('wallet:drill.coins'),
            value: formatPart(plainAmount(proof.balance), `${plainAmount(proof.walletbalance)} ${coin}`),
          },
          ...(proof.tokens.length === 0
            ? []
            : [{ label: t('wallet:drill.tokens'), value: <Tokens tokens={proof.tokens} /> }]),
          ...(proof.missing === 0
            ? []
            : [
                {
                  label: t('wallet:drill.missingHold'),
                  value: `${plainAmount(proof.missingbalance)} ${coin}`,
                },
              ]),
          ...(proof.missinglabels === 0
            ? []
            : [{ label: t('wallet:drill.missingLabels'), value: groupDigits(proof.missinglabels) }]),
          {
            label: t('wallet:drill.height'),
            value: <BlockLink height={proof.height} />,
          },
        ]}
      />
    </section>
  )
}

const formatPart = (part: string, whole: string): string => t('wallet:drill.of', { part, whole })

function formatVerdict({ ok, missing, wallet, balance, missingbalance }: Proof): string {
  if (ok) return t('wallet:drill.allWell')
  if (missing === wallet && balance === 0n) {
    return t('wallet:drill.otherWallet')
  }
  return t(missingbalance === 0n ? 'wallet:drill.coinsOnly' : 'wallet:drill.lost', { count: missing })
}

/** Lists the units of each token, with the names known to this node. */
function Tokens({ tokens }: { readonly tokens: Proof['tokens'] }): ReactNode {
  const { data } = useRpc('tokensummary', { limit: 500 })
  const names = new Map(data?.rows.map(({ tokenid, name }) => [String(tokenid), name]))
  return (
    <ScrollRegion label={t('wallet:drill.tokens')} className="max-h-32">
      {tokens.map(({ tokenid, balance }) => {
        const name = names.get(tokenid)
        return (
          <span key={tokenid} className="block">
            {groupDigits(balance)} <InlineTokenMark tokenid={tokenid} />
            <ChainLink to={{ kind: 'token', id: tokenid }} label={t('wallet:drill.tokenName')}>
              {name === undefined ? undefined : <SafeText text={name} max={40} />}
            </ChainLink>
          </span>
        )
      })}
    </ScrollRegion>
  )
}
