from django.urls import path

from accounts.webhooks.views import (
    DeliveryList,
    EndpointDetail,
    EndpointList,
    EndpointSecret,
    EndpointTest,
    EventTypes,
    Redelivery,
)

urlpatterns = [
    path("api/webhooks", EndpointList.as_view()),
    path("api/webhooks/evenements", EventTypes.as_view()),
    path("api/webhooks/<uuid:identity>", EndpointDetail.as_view()),
    path("api/webhooks/<uuid:identity>/secret", EndpointSecret.as_view()),
    path("api/webhooks/<uuid:identity>/essai", EndpointTest.as_view()),
    path("api/webhooks/<uuid:identity>/livraisons", DeliveryList.as_view()),
    path("api/webhooks/<uuid:identity>/livraisons/<uuid:delivery>/relivrer", Redelivery.as_view()),
]
