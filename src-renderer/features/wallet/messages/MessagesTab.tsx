import { t } from '../../../i18n/texts.ts'
import { SignForm } from './SignForm.tsx'
import { VerifyForm } from './VerifyForm.tsx'

/** Proves authorship: signs a text with the key of an own address, or verifies a signature of any address. */
export function MessagesTab() {
  return (
    <div className="h-full overflow-y-auto p-4">
      <p className="max-w-160 pb-4 text-muted">{t('people:messages.what')}</p>
      <div className="grid grid-cols-1 gap-6 min-[900px]:grid-cols-2">
        <SignForm />
        <VerifyForm />
      </div>
    </div>
  )
}
