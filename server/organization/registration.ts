import type { RegistrationPart } from '../context/registration-part.ts'
import { organizationState } from './organization-state.ts'

/** The parts of a registration about the organization, and about features that this server lacks. */
export const organizationParts: readonly RegistrationPart[] = [
  {
    type: 'realm',
    state: (context, _user, { origin }) => organizationState(context, origin),
    publicState: organizationState,
  },
  { type: 'realm_filters', state: () => ({ realm_filters: [] }) },
  { type: 'realm_embedded_bots', state: () => ({ realm_embedded_bots: [] }) },
  { type: 'realm_incoming_webhook_bots', state: () => ({ realm_incoming_webhook_bots: [] }) },
  { type: 'onboarding_steps', state: () => ({ onboarding_steps: [] }) },
  { type: 'video_calls', state: () => ({ has_zoom_token: false }) },
  { type: 'giphy', state: () => ({ giphy_api_key: '' }) },
]
