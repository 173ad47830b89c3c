export { type ActionRequestInit, assembleActionRequest, createActionRequest } from "./create-action-request.js";
export { type ActionResponseInit, assembleActionResponse, createActionResponse } from "./create-action-response.js";
export { createMessage, type PlainMessageInit } from "./create-message.js";
export type { Json, JsonObject } from "./json.js";
export type {
  ActionError,
  ActionRequest,
  ActionRequestContent,
  ActionResponse,
  ActionResponseContent,
  Message,
  MessageBase,
  PlainMessage,
} from "./message.js";
export type { MessageInit } from "./message-base.js";
export { MessageError, type MessageErrorCode } from "./message-error.js";
export { type Added, MessageManager } from "./message-manager.js";
export type { Position } from "./position.js";
