import { paymentRequest } from "@/lib/api/payment-request";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(paymentRequest);
