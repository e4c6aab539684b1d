import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { AccountsCard } from './AccountsCard.tsx'
import type { WalletStatus } from './backupState.ts'
import type { KeysDialog } from './dialogs.ts'
import type { PhraseCardProps } from './PhraseCard.tsx'
import { ScheduleLine } from './sealed/ScheduleLine.tsx'

interface Act {
  readonly dialog: KeysDialog
  readonly label: string
  readonly hint: string
}

/** Returns the rarely needed actions on keys, in the order of the page. A browser does not ask for old passphrases. */
function listActs(status: WalletStatus, desktop: boolean): readonly Act[] {
  const { phrase, phrasereplaceable, phraseunused, encrypted, drill } = status
  const act = (dialog: KeysDialog, label: string, hint: string): Act => ({ dialog, label, hint })
  return [
    act('drill', t('wallet:drillTitle'), t(drill === null ? 'wallet:drill.description' : 'wallet:drill.passed')),
    act('restore-backup', t('backup:restore.title'), t('backup:restore.description')),
    ...(phrase && !phraseunused ? [] : [act('restore', t('wallet:phrase.restore'), t('wallet:phrase.restoreHint'))]),
    ...(phrase && phrasereplaceable ? [act('phrase', t('wallet:phrase.replace'), t('wallet:phrase.replaceHint'))] : []),
    ...(encrypted ? [act('change', t('wallet:passphrase.change'), t('wallet:passphrase.changeHint'))] : []),
    act('import-key', t('wallet:key.add'), t('wallet:key.addHint')),
    ...(desktop ? [act('old-keys', t('wallet:oldKeys.title'), t('wallet:oldKeys.hint'))] : []),
    act('show-key', t('wallet:key.show'), t('wallet:key.showHint')),
    act('save', t('wallet:backup.save'), t('wallet:backup.saveHint')),
    act('take', t('wallet:backup.import'), t('wallet:backup.importHint')),
  ]
}

/** Import, export, restore and the main address, in a collapsible section. */
export function AdvancedKeys({ status, onOpen }: PhraseCardProps) {
  const { desktop } = useNode()
  return (
    <Folded label={t('wallet:advanced')}>
      <div className="mt-3 flex flex-col gap-4">
        <Card
          title={t('wallet:advancedTitle')}
          source={
            <CallSource
              calls={[
                shownCall('getbackupschedule', {}),
                shownCall('importprivkey', { komodoprivkey: '…' }),
                shownCall('dumpprivkey', { 't-addr': 'R…' }),
              ]}
            />
          }
        >
          <ul className="divide-y">
            {listActs(status, desktop).map(({ dialog, label, hint }) => (
              <li key={dialog} className="flex items-center justify-between gap-4 py-2 max-[719px]:flex-wrap">
                <span className="min-w-0 text-muted">{hint}</span>
                <Button size="sm" className="shrink-0" onClick={() => onOpen(dialog)}>
                  {label}
                </Button>
              </li>
            ))}
          </ul>
          <ScheduleLine onOpen={() => onOpen('schedule')} />
        </Card>
        <AccountsCard status={status} onOpen={onOpen} />
      </div>
    </Folded>
  )
}
