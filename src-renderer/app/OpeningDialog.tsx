import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useJoinDraft } from '../features/chains/draftStore.ts'
import { t } from '../i18n/texts.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SafeText } from '../ui/SafeText.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'

/**
 * Maximum number of characters of a link that are shown before the user continues. The next page shows the decoded
 * content.
 */
const MAX_TEXT_LENGTH = 1_500

/** Asks the user about a link or file that the app was opened with, before processing it. */
export function OpeningDialog() {
  const { data } = useRpc('getopening', {})
  const close = useRpcMutation('closeopening')
  const navigate = useNavigate()
  const chain = useCurrentChain()
  const look = useRef<HTMLButtonElement>(null)
  if (data === undefined || data.kind === 'none') return null
  const { kind, text } = data
  const openTarget = async () => {
    close.mutate({})
    if (kind === 'restore') {
      await navigate({ to: '/wallet', search: { tab: 'keys', restore: true } })
      return
    }
    // The form reads its draft when it opens, so navigate before changing the draft.
    await navigate({ to: '/chains' })
    useJoinDraft.getState().change({ mode: 'paste', text, label: '', peers: null })
    await navigate({ to: '/chains/join' })
  }
  // Restoring needs a selected chain.
  const stuck = kind === 'restore' && chain === undefined
  return (
    <Dialog
      open
      onOpenChange={() => close.mutate({})}
      title={t(kind === 'join' ? 'frame:opening.join' : 'frame:opening.restore')}
      description={t(
        kind === 'join' ? 'frame:opening.joinHint' : stuck ? 'frame:opening.noWallet' : 'frame:opening.restoreHint',
      )}
      initialFocus={look}
      footer={
        <>
          <Button onClick={() => close.mutate({})}>{t('frame:opening.notNow')}</Button>
          {stuck ? null : (
            <Button ref={look} variant="primary" onClick={() => void openTarget()}>
              {t('frame:opening.look')}
            </Button>
          )}
        </>
      }
    >
      <ScrollRegion label={t('frame:opening.given')} className="max-h-60 rounded-md border bg-sunken p-3">
        <p className="break-all font-mono text-12">
          <SafeText multiline text={text} max={MAX_TEXT_LENGTH} />
        </p>
      </ScrollRegion>
    </Dialog>
  )
}
