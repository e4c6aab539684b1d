import { describeError, isDeclined } from '../../../components/describeError.ts'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { type FolderReport, fileName } from '../texts.ts'
import { canReplaceConf, canTakeBlocks, canTakeWallet, type MoveInAction } from './useMoveInForm.ts'

export interface TakeCardProps {
  readonly report: FolderReport
  readonly move: MoveInAction
}

/** The choices and the button. Stays in sight while the findings beside it scroll. */
export function TakeCard({ report, move }: TakeCardProps) {
  const { desktop } = useNode()
  const { form } = move
  const { wallet } = form.values
  const story = move.error && !isDeclined(move.error) ? describeError(move.error) : undefined
  return (
    <Card
      title={t('moveIn:take.title')}
      className="sticky top-5 max-[719px]:static"
      bodyClassName="flex flex-col gap-4"
    >
      <Choices report={report} move={move} />
      <p className={isShort(report) ? 'text-12 text-warn' : 'text-12 text-muted'}>{diskSentence(report)}</p>
      {!move.needsPassphrase || !wallet ? null : desktop ? (
        <NativePromptNotice what="oldWallet" />
      ) : (
        <Field
          label={t('moveIn:take.passphrase')}
          hint={t('moveIn:take.passphraseHint')}
          error={move.passphraseProblem}
        >
          <Input {...form.register('passphrase')} type="password" autoComplete="off" />
        </Field>
      )}
      {move.nothing ? (
        <p role="status" className="text-12 text-warn">
          {t('moveIn:take.nothing')}
        </p>
      ) : null}
      {story ? (
        <ErrorState
          compact
          title={t('moveIn:take.failed')}
          safe={t('moveIn:take.safe')}
          advice={story.title}
          details={story.details}
        />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        once
        busy={move.busy}
        disabled={!report.ready || move.nothing}
        className="w-full"
      >
        {t('moveIn:take.submit')}
      </Button>
      <p className="text-12 text-muted">{t('moveIn:take.once')}</p>
    </Card>
  )
}

function Choices({ report, move: { form } }: TakeCardProps) {
  const { keys, settings, blocks: files } = report
  const { wallet, blocks, conf } = form.values
  return (
    <>
      <Switch
        label={t('moveIn:take.wallet')}
        hint={canTakeWallet(report) ? t('moveIn:take.keys', { count: keys?.keys ?? 0 }) : t('moveIn:take.noWallet')}
        checked={wallet}
        disabled={!canTakeWallet(report)}
        onChange={(on) => form.set('wallet', on)}
      />
      <Switch
        label={t('moveIn:take.blocks')}
        hint={
          canTakeBlocks(report)
            ? t('moveIn:take.blocksHint', { size: formatBytes(files.size) })
            : t('moveIn:take.noBlocks')
        }
        checked={blocks}
        disabled={!canTakeBlocks(report)}
        onChange={(on) => form.set('blocks', on)}
      />
      {settings ? (
        <Switch
          label={t('moveIn:take.conf')}
          hint={t('moveIn:take.confHint', { file: fileName(settings.file) })}
          checked={conf}
          disabled={!canReplaceConf(report)}
          onChange={(on) => form.set('conf', on)}
        />
      ) : null}
    </>
  )
}

const isShort = ({ needed, free }: FolderReport) => free !== null && free < needed

function diskSentence(report: FolderReport): string {
  const needed = formatBytes(report.needed)
  if (report.free === null) return t('moveIn:take.diskUnknown', { needed })
  return t(isShort(report) ? 'moveIn:take.diskShort' : 'moveIn:take.disk', { needed, free: formatBytes(report.free) })
}
